from tests.browser.test_second_step import *
def test_shots(browser, server, lu):
    for width, scheme in ((1280,"light"),(390,"dark")):
        server.manage("reset_second_step", lu)
        p = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 860}).new_page()
        s=lambda n: p.screenshot(path=f"/tmp/shots/{n}-{width}.png", full_page=True)
        o = browser.new_context().new_page(); log_in(o, server, lu)
        log_in(p, server, lu); p.goto(server.url+"/account/"); s("account")
        p.goto(server.url+"/account/second-step/"); s("step0")
        p.get_by_label("Your password").fill(PASSWORD); p.get_by_role("button", name="Begin").click(); s("step1")
        p.get_by_label("The code that the app shows now").fill(code_for(p.locator("code.password").inner_text()))
        p.get_by_role("button", name="Ask me for it from now on").click(); s("step2")
        p.get_by_role("button", name="Log out").click()
        p.get_by_label("Name").fill(lu); p.get_by_label("Password").fill(PASSWORD); p.get_by_role("button", name="Log in").click(); s("code")
    a = browser.new_context().new_page(); log_in(a, server, "ada"); a.goto(server.url+"/users/5/"); a.screenshot(path="/tmp/shots/user.png", full_page=True)
