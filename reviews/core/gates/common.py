"""Plain English words that are no names even with a capital; a closed list of our own, nothing else."""

from __future__ import annotations

# Function words, and the adverbs and verbs with which sentences, notes and questions open.
COMMON = frozenset(
    """
    a an the this that these those it its itself he she they them their theirs his her hers you your yours
    we us our ours one ones some any all both each every either neither none no nobody nothing someone
    something anyone anything everyone everything other another such same
    and or but nor so yet if then else when whenever while until till since because although though unless
    whereas whether where wherever after before once as than
    what which who whom whose why how
    in on at by for with without within from into onto to of off over under above below between among through
    during across along around about against toward towards upon per via beyond behind beside besides near
    is are was were be been being am do does did done doing has have had having can could may might must
    shall should will would cannot isn aren wasn weren don doesn didn hasn haven won wouldn couldn shouldn
    not never always often sometimes usually rarely seldom only even just also too still already again
    ever now here there today yesterday tomorrow later soon first second third finally next last lastly
    however therefore moreover furthermore thus hence instead otherwise meanwhile nevertheless nonetheless
    additionally consequently similarly likewise conversely specifically generally typically normally
    notably importantly ideally internally externally initially eventually currently previously recently
    for example note remember consider use using used avoid make making sure see read let try add set get
    keep take give given start stop run runs yes please instead unlike like despite according rather
    more most less least many much few several enough very quite almost nearly
    """.split()
)

# What opens a question; in a question's first word these are never names.
ASKING = frozenset(
    """what which who whom whose why when where how is are was were do does did can could may might must
    shall should will would has have had am in at on by for from to under if""".split()
)
