"""Every address of the app, one for each act."""

from django.contrib.auth import views as auth
from django.urls import URLPattern, path

from reviews.views import account, desk, health, intake, ledger, packs, release, seats, shelf, strikes

urlpatterns: list[URLPattern] = [
    path("", shelf.shelf, name="shelf"),
    path("login/", account.LogIn.as_view(), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("account/", account.account, name="account"),
    path("account/password/", account.password, name="password"),
    path("healthz", health.healthz, name="healthz"),
    path("load/", intake.load, name="load"),
    path("packs/<slug:slug>/", packs.pack, name="pack"),
    path("packs/<slug:slug>/article/", intake.article, name="article"),
    path("packs/<slug:slug>/file/", packs.raw_pack, name="raw_pack"),
    path("packs/<slug:slug>/article/<slug:sha>/", intake.raw_article, name="raw_article"),
    path("packs/<slug:slug>/desk/", desk.desk, name="desk"),
    path("packs/<slug:slug>/chips/<slug:cid>/publish/", desk.publish, name="publish"),
    path("packs/<slug:slug>/chips/<slug:cid>/hold/", desk.hold, name="hold"),
    path("packs/<slug:slug>/chips/<slug:cid>/edit/", desk.edit, name="edit"),
    path("packs/<slug:slug>/chips/<slug:cid>/drop/", desk.drop, name="drop"),
    path("packs/<slug:slug>/chips/<slug:cid>/undo/", desk.undo, name="undo"),
    path("packs/<slug:slug>/chips/<slug:cid>/quote/", desk.quote, name="quote"),
    path("packs/<slug:slug>/chips/<slug:cid>/check/", desk.check, name="check"),
    path("packs/<slug:slug>/sections/<str:name>/strike/", strikes.strike, {"kind": "digest"}, name="strike_digest"),
    path("packs/<slug:slug>/sections/<str:name>/strike/undo/", strikes.undo, {"kind": "digest"}, name="unstrike_digest"),
    path("packs/<slug:slug>/bullets/<slug:name>/strike/", strikes.strike, {"kind": "bullet"}, name="strike_bullet"),
    path("packs/<slug:slug>/bullets/<slug:name>/strike/undo/", strikes.undo, {"kind": "bullet"}, name="unstrike_bullet"),
    path("packs/<slug:slug>/ledger/", ledger.of_pack, name="pack_ledger"),
    path("packs/<slug:slug>/ledger.jsonl", ledger.jsonl, name="ledger_jsonl"),
    path("packs/<slug:slug>/ledger.csv", ledger.csv_file, name="ledger_csv"),
    path("packs/<slug:slug>/release/", release.release, name="release"),
    path("packs/<slug:slug>/ratify/", release.ratify, name="ratify"),
    path("packs/<slug:slug>/reopen/", release.reopen, name="reopen"),
    path("packs/<slug:slug>/export/", release.export, name="export"),
    path("packs/<slug:slug>/export/ledger/", release.export_ledger, name="export_ledger"),
    path("ledger/", ledger.all_packs, name="ledger"),
    path("ledger.csv", ledger.csv_all, name="ledger_csv_all"),
    path("ledger/desk.jsonl", ledger.desk_jsonl, name="desk_jsonl"),
    path("seats/", seats.seats, name="seats"),
    path("seats/<int:pk>/vacate/", seats.vacate, name="vacate"),
    path("users/", seats.users, name="users"),
    path("users/<int:pk>/", seats.user, name="user"),
]
