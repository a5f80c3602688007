"""One host by Qt's own network: messages by POST with their answers, and a stream to listen to. Nothing here blocks."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QTimer, QUrl, QUrlQuery, Signal
from PySide6.QtNetwork import QNetworkAccessManager, QNetworkReply, QNetworkRequest, QSslError

from bob.core.codec import CodecError, parsed
from bob.core.errors import BobError
from bob.rooms.client.event_stream import EventStream, TooLong

SILENT = 40_000
"""Milliseconds without a byte after which a stream counts as dead: the host sends something every 15 seconds."""
ANSWER = 20_000
_UNSENT = frozenset(
    (
        QNetworkReply.NetworkError.ConnectionRefusedError,
        QNetworkReply.NetworkError.HostNotFoundError,
        QNetworkReply.NetworkError.SslHandshakeFailedError,
        QNetworkReply.NetworkError.NetworkSessionFailedError,
        QNetworkReply.NetworkError.TemporaryNetworkFailureError,
    )
)
"""The faults with which nothing can have reached the host."""


class HostSilent(BobError):
    """The host gave no answer; `unsent` when nothing can have reached it."""

    def __init__(self, why: str, *, unsent: bool) -> None:
        super().__init__("desk_join.no_answer", why=why)
        self.unsent = unsent


class PutOut(HostSilent):
    """The error that the host knows the member and has removed them: in the host's words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, unsent=False)
        self.key, self.values = "wire.refused", {"reason": reason}


class NotTrusted(HostSilent):
    """The host's certificate is not to be trusted."""

    def __init__(self, why: str) -> None:
        super().__init__(why, unsent=True)
        self.key = "desk_join.not_trusted"


WireAnswer = Callable[[int, Any], None]
"""Takes the status and the JSON object of an answer, or 0 and the error."""


class Talk(QObject):
    """Messages to one host and from it."""

    came = Signal(str, str, str)
    """An event of the stream: type, data, id."""
    opened = Signal()
    """The stream is there."""
    broken = Signal(int, object)
    """The stream ended, or could not be had: the status of its answer (0 for none), and the error."""

    def __init__(self, url: str, token: str = "", language: str = "en", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.url, self.token, self.language = url.rstrip("/"), token, language
        self._net = QNetworkAccessManager(self)
        self._stream: QNetworkReply | None = None
        self._faults: dict[int, list[str]] = {}
        self._silence = QTimer(self)
        self._silence.setSingleShot(True)
        self._silence.setInterval(SILENT)
        self._silence.timeout.connect(self._silent)
        self._net.sslErrors.connect(self._not_trusted)

    def _request(self, path: str, query: Mapping[str, str], wait: int) -> QNetworkRequest:
        address = QUrl(f"{self.url}{path}")
        asked = QUrlQuery()
        for name, value in {**query, "lang": self.language}.items():
            asked.addQueryItem(name, value)
        address.setQuery(asked)
        made = QNetworkRequest(address)
        made.setAttribute(QNetworkRequest.Attribute.RedirectPolicyAttribute, QNetworkRequest.RedirectPolicy.ManualRedirectPolicy)
        made.setAttribute(QNetworkRequest.Attribute.Http2AllowedAttribute, False)
        made.setTransferTimeout(wait)
        if self.token:
            made.setRawHeader(b"Authorization", b"Bearer " + self.token.encode())
        return made

    # ---- said and answered

    def post(self, path: str, body: Mapping[str, Any], text_of: WireAnswer) -> None:
        """Send a message; call `told` with the answer."""
        request = self._request(path, {}, ANSWER)
        request.setHeader(QNetworkRequest.KnownHeaders.ContentTypeHeader, "application/json")
        self._hear(self._net.post(request, QByteArray(json.dumps(body, ensure_ascii=False).encode())), text_of)

    def get(self, path: str, query: Mapping[str, str], text_of: WireAnswer) -> None:
        """Send a query; call `told` with the answer."""
        self._hear(self._net.get(self._request(path, query, ANSWER)), text_of)

    def _hear(self, reply: QNetworkReply, text_of: WireAnswer) -> None:
        def finished() -> None:
            status, error = self._result(reply)
            try:
                data = parsed(bytes(reply.readAll().data()).decode())
            except (CodecError, UnicodeDecodeError):
                data = None
            reply.deleteLater()
            if status and isinstance(data, dict):
                text_of(status, data)
            else:
                text_of(0, error if not status else HostSilent(f"HTTP {status}", unsent=False))

        reply.finished.connect(finished)

    def _result(self, reply: QNetworkReply) -> tuple[int, HostSilent]:
        """Return the status of an answer, 0 without one, and the error then."""
        status = reply.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute)
        faults = self._faults.pop(id(reply), [])
        if faults:
            return 0, NotTrusted(", ".join(faults))
        return int(status or 0), HostSilent(reply.errorString(), unsent=reply.error() in _UNSENT)

    def _not_trusted(self, reply: QNetworkReply, errors: list[QSslError]) -> None:
        self._faults[id(reply)] = list(dict.fromkeys(error.errorString() for error in errors))

    # ---- the stream

    def listen(self, path: str, query: Mapping[str, str]) -> None:
        """Listen to a stream; the one before ends."""
        self.hush()
        stream = self._net.get(self._request(path, query, 0))
        parser, self._stream = EventStream(), stream
        begun = False

        def read() -> None:
            nonlocal begun
            if stream is not self._stream or stream.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute) != 200:
                return
            self._silence.start()
            if not begun:
                begun = True
                self.opened.emit()
            try:
                found = parser.feed(bytes(stream.readAll().data()))
            except TooLong:
                stream.abort()
                return
            for one in found:
                if stream is self._stream:
                    self.came.emit(one.type, one.data, one.id)

        def finished() -> None:
            stream.deleteLater()
            if stream is not self._stream:
                return
            self._stream = None
            self._silence.stop()
            status, error = self._result(stream)
            self.broken.emit(0 if status == 200 else status, _put_out(stream) if status == 401 else error)

        stream.metaDataChanged.connect(read)
        stream.readyRead.connect(read)
        stream.finished.connect(finished)
        self._silence.start()

    def _silent(self) -> None:
        if self._stream is not None:
            self._stream.abort()

    def hush(self) -> None:
        """Stop listening, and call nothing any more."""
        self._silence.stop()
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.abort()


def _put_out(stream: QNetworkReply) -> HostSilent:
    """Return the reason why a key is no longer valid, if the host gives it."""
    try:
        answer = parsed(bytes(stream.readAll().data()).decode())
    except (CodecError, UnicodeDecodeError):
        answer = None
    if isinstance(answer, dict) and answer.get("key") == "room.withdrawn":
        return PutOut(str(answer.get("reason", "–")))
    return HostSilent("HTTP 401", unsent=False)
