"""Companion: a helper for tabletop games played with the physical box. `create_app` names every part of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.live import Live
from companion.network import Reach, Whereabouts
from companion.store import Store, StoreDown

if TYPE_CHECKING:
    from flask import Flask

__version__ = "1.0.0"


def create_app(
    data: str | Path | Store,
    reach: Whereabouts | Reach | None = None,
    *,
    trust_proxy: bool = False,
) -> Flask:
    """The app on one store of tables.

    `data` is a folder, a `postgresql://` address, or a store; `reach` says where phones find the app, for good or as it
    changes (none: unknown, so no QR is shown). `trust_proxy` believes the X-Forwarded headers of one proxy in front.
    Raises `StoreDown`.
    """
    from flask import Flask

    from companion.keeper import Keeper
    from companion.web import (
        address,
        aside,
        calling,
        errors,
        evening,
        evenings,
        guard,
        guides,
        home,
        live,
        message,
        pages,
        panel,
        paper,
        practice,
        pressing,
        share,
        tables,
    )

    app = Flask(__name__, template_folder=str(_asset("templates")), static_folder=str(_asset("static")))
    store = open_store(data)
    try:
        key = store.signing_key()
    except StoreDown:
        if store is not data:
            store.close()
        raise
    keeper = Keeper(store, Live(), ours=calling.ours())
    app.extensions["keeper"] = keeper
    app.config.update(MAX_CONTENT_LENGTH=32 * 1024, MAX_FORM_PARTS=300)

    pages.init_app(app)  # what every template may use
    here = reach if isinstance(reach, Whereabouts) else Whereabouts(lambda: reach or Reach(None))
    address.init_app(app, here, trust_proxy)  # where phones find us, path prefix included
    guard.init_app(app, key)  # devices, own-origin forms, headers, bounds
    errors.init_app(app)  # every problem a sentence
    at_a_table = (tables.bp, panel.bp, pressing.bp, message.bp, aside.bp, live.bp, practice.bp)
    for part in (home.bp, *at_a_table, guides.bp, paper.bp, share.bp, evening.bp, evenings.bp):
        app.register_blueprint(part)
    store.listen(keeper.live)  # other processes may write to the same log
    return app


def open_store(data: str | Path | Store) -> Store:
    """The store at `data`, as `create_app` takes it. Raises `StoreDown`."""
    if not isinstance(data, (str, Path)):
        return data
    folder = folder_of(str(data))
    if folder is None:
        from companion.store.postgres import PostgresStore

        return PostgresStore(str(data))
    from companion.store.sqlite import SqliteStore

    return SqliteStore(folder)


def folder_of(data: str) -> Path | None:
    """The data folder that is meant, or `None` where it is the address of a PostgreSQL. Raises `StoreDown` for what is
    neither."""
    kind, address, _ = data.partition("://")
    if address and kind in ("postgresql", "postgres"):
        return None
    if address:
        raise StoreDown(f"tables are kept in a folder or at postgresql://..., not at {kind}://")
    try:
        return Path(data).expanduser().absolute()
    except RuntimeError:
        raise StoreDown(f"nobody here has the home folder of {data}; say with --data where") from None


def _asset(name: str) -> Path:
    """The folder of that name: inside the package when installed, beside it in a checkout."""
    here = Path(__file__).parent
    return next(path for path in (here / name, here.parent / name) if path.is_dir())
