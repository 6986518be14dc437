"""Signatures in verify.py: the vectors of RFC 8032, whatever OpenSSL signs, and what a verifier has to refuse."""

from __future__ import annotations

import hashlib
import os
import threading

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given, settings
from hypothesis import strategies as some

from reviews.core import verify
from reviews.core.verify import NEUTRAL, ORDER, P, is_signed
from tests.core.ledgers import judged
from tests.core.test_verify_command import run  # noqa: F401 - a fixture

# RFC 8032, section 7.1: secret key, public key, message, signature.
VECTORS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    (
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        hashlib.sha512(b"abc").hexdigest(),
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
]
SECRET, PUBLIC, MESSAGE, SIGNATURE = map(bytes.fromhex, VECTORS[2])
SIGNER = Ed25519PrivateKey.from_private_bytes(SECRET)


def written(y: int, sign: int = 0) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


def openssl(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@pytest.mark.parametrize(("secret", "public", "message", "signature"), VECTORS)
def test_the_vectors_of_the_rfc_hold(secret, public, message, signature):
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    assert key.sign(bytes.fromhex(message)).hex() == signature
    assert key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex() == public
    assert is_signed(*map(bytes.fromhex, (public, message, signature)))


@given(some.binary(min_size=32, max_size=32), some.binary(max_size=300))
@settings(max_examples=60, deadline=None)
def test_whatever_openssl_signs_holds_and_nothing_else_does(secret, message):
    signer = Ed25519PrivateKey.from_private_bytes(secret)
    public = signer.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    signature = signer.sign(message)
    assert is_signed(public, message, signature)
    assert not is_signed(public, message + b"x", signature)
    assert not is_signed(PUBLIC, message, signature)


@pytest.mark.parametrize("place", range(0, 64 * 8, 5))
def test_a_signature_with_one_bit_turned_is_refused(place):
    turned = bytearray(SIGNATURE)
    turned[place // 8] ^= 1 << place % 8
    assert (is_signed(PUBLIC, MESSAGE, bytes(turned)), openssl(PUBLIC, MESSAGE, bytes(turned))) == (
        False,
        False,
    )


@pytest.mark.parametrize("place", range(0, 32 * 8, 5))
def test_a_key_with_one_bit_turned_is_refused(place):
    turned = bytearray(PUBLIC)
    turned[place // 8] ^= 1 << place % 8
    assert not is_signed(bytes(turned), MESSAGE, SIGNATURE)


@pytest.mark.parametrize("times", [1, 2, 7])
def test_an_s_that_is_not_reduced_is_refused(times):
    """Section 5.1.7, step 1: else one signature could be written in several ways."""
    s = int.from_bytes(SIGNATURE[32:], "little") + times * ORDER
    assert not is_signed(PUBLIC, MESSAGE, SIGNATURE[:32] + s.to_bytes(32, "little"))


@pytest.mark.parametrize(("n", "m"), [(0, 64), (31, 64), (33, 64), (32, 0), (32, 63), (32, 65)])
def test_what_has_not_its_length_is_refused(n, m):
    assert not is_signed((PUBLIC + b"\0")[:n], MESSAGE, (SIGNATURE + b"\0")[:m])


# The eight points whose order divides 8.
SMALL = [
    written(1),
    written(P - 1),
    written(0),
    written(0, 1),
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"),
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"),
]


def test_there_are_eight_points_of_small_order():
    points = [verify._point(raw) for raw in SMALL]
    assert len({point for point in points if point and verify._is_small(point)}) == 8


@pytest.mark.parametrize("key", SMALL)
def test_a_key_of_small_order_signs_nothing(key):
    """With such a key and S = 0 some R fits any message, as OpenSSL has it for the neutral element."""
    for r in SMALL:
        for message in (b"", b"a", b"b", b"c"):
            assert not is_signed(key, message, r + bytes(32))


def test_openssl_takes_what_a_key_of_small_order_signs():
    """The control: the case is real, and elsewhere it passes."""
    assert openssl(written(1), b"any message", written(1) + bytes(32))


def test_an_r_of_small_order_is_refused():
    """A signer could make one on purpose: S = k*a, so that [S]B = [k]A."""
    r = written(1)
    k = int.from_bytes(hashlib.sha512(r + PUBLIC + MESSAGE).digest(), "little") % ORDER
    digest = bytearray(hashlib.sha512(SECRET).digest()[:32])
    digest[0] &= 248
    digest[31] = digest[31] & 127 | 64
    s = k * int.from_bytes(digest, "little") % ORDER
    made = r + s.to_bytes(32, "little")
    assert (openssl(PUBLIC, MESSAGE, made), is_signed(PUBLIC, MESSAGE, made)) == (True, False)


@pytest.mark.parametrize(
    "raw",
    [
        written(1, 1),  # x is 0 and has no sign (5.1.3, step 4)
        written(P - 1, 1),
        written(P),  # y is not below p (step 1): 0, 1 and 2^255-20 once more
        written(P + 1),
        written(P + 1, 1),
        written(2**255 - 1),
        written(2),  # no x fits (step 3)
        written(7),
    ],
)
def test_a_point_that_is_not_written_as_it_should_be_is_none(raw):
    assert verify._point(raw) is None
    assert not is_signed(raw, MESSAGE, SIGNATURE)
    assert not is_signed(PUBLIC, MESSAGE, raw + SIGNATURE[32:])


def test_the_base_point_has_the_order_of_the_rfc():
    assert verify._is_same(verify._times(ORDER, verify.BASE), NEUTRAL)
    assert verify.BASE[0] == 15112221349535400772501151409588531511454012693041857206046113283949847762202


BOOK = judged()
FILES = {
    "a.json": BOOK.export,
    "a.jsonl": BOOK.jsonl,
    "a.json.sig": SIGNER.sign(BOOK.export).hex().encode() + b"\n",
    "a.jsonl.sig": SIGNER.sign(BOOK.jsonl).hex().encode() + b"\n",
}
BOTH = ("--signature", "a.json.sig", "--ledger-signature", "a.jsonl.sig")


def test_a_signed_export_is_told_by_whom(run):  # noqa: F811
    code, told = run(FILES, "a.json", "a.jsonl", "--key", PUBLIC.hex(), *BOTH)
    assert (code, told[:3]) == (
        0,
        [
            "a.json: sound",
            "  the export is signed by the key fc51cd8e6218…",
            "  the ledger is signed by the key fc51cd8e6218…",
        ],
    )


def test_a_ledger_that_no_signature_was_given_for_is_said_to_be_so(run):  # noqa: F811
    code, told = run(FILES, "a.json", "a.jsonl", "--key", PUBLIC.hex(), *BOTH[:2])
    assert (code, told[1:3]) == (
        0,
        [
            "  the export is signed by the key fc51cd8e6218…",
            "  the ledger's own signature was not looked at (--ledger-signature)",
        ],
    )


def test_what_comes_through_pipes_is_read_once(run):  # noqa: F811
    """As `verify.py <(zcat …) <(zcat …)`: asked a second time a pipe would be empty, or a file another one."""
    pipes = []
    for name in ("a.json", "a.jsonl"):
        reads, writes = os.pipe()
        threading.Thread(target=_write, args=[writes, FILES[name]]).start()
        pipes.append(reads)
    paths = [f"/proc/{os.getpid()}/fd/{pipe}" for pipe in pipes]
    code, told = run(FILES, *paths, "--key", PUBLIC.hex(), *BOTH)
    for pipe in pipes:
        os.close(pipe)
    assert (code, told[2]) == (0, "  the ledger is signed by the key fc51cd8e6218…")


def _write(handle: int, raw: bytes) -> None:
    with open(handle, "wb") as file:
        file.write(raw)


@pytest.mark.parametrize(
    ("changed", "first"),
    [
        ({"a.json": BOOK.export + b" "}, "the export is not what the key fc51cd8e6218… signed: another file, or another key"),
        ({"a.json.sig": FILES["a.jsonl.sig"]}, "the export is not what the key fc51cd8e6218… signed: another file, or another key"),
        ({"a.jsonl": BOOK.jsonl + b"\n"}, "the ledger is not what the key fc51cd8e6218… signed: another file, or another key"),
    ],
)  # fmt: skip
def test_what_the_key_did_not_sign_is_not_sound(run, changed, first):  # noqa: F811
    code, told = run({**FILES, **changed}, "a.json", "a.jsonl", "--key", PUBLIC.hex(), *BOTH)
    assert (code, told[:2]) == (1, ["a.json: NOT SOUND", f"  {first}"])


def test_another_key_is_told(run):  # noqa: F811
    code, told = run(FILES, "a.json", "a.jsonl", "--key", VECTORS[0][1].upper(), *BOTH[:2])
    assert (code, told[0]) == (1, "a.json: NOT SOUND")
    assert told[1].startswith("  the export is not what the key D75A980182B1… signed")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--key", PUBLIC.hex()), "--key and --signature go together: the one says by whom, the other over what"),
        (BOTH[:2], "--key and --signature go together: the one says by whom, the other over what"),
        (("--key", PUBLIC.hex(), *BOTH[2:]), "--key and --signature go together: the one says by whom, the other over what"),
        (("--key", "fc51", *BOTH[:2]), "--key is not 64 hex digits"),
        (("--key", PUBLIC.hex(), "--signature", "a.json"), "a.json is not 128 hex digits"),
        (("--key", PUBLIC.hex(), "--signature", "none.sig"), "none.sig: No such file or directory"),
    ],
)  # fmt: skip
def test_what_cannot_be_checked_is_told(run, args, says):  # noqa: F811
    assert run(FILES, "a.json", "a.jsonl", *args) == (2, ["a.json: cannot be used", f"  {says}"])
