# Was der Schiedsrichter sagt, auf Deutsch.

## Antworten, die nicht angenommen werden

no-action = { $why }
not-your-turn = { $seat-is ->
    [you] du bist dran
   *[other] { $seat } ist dran
}
not-asked = du wurdest nicht gefragt
too-late-to-undo = dein letzter Zug kann nicht zurückgenommen werden: Die anderen haben ihn gesehen, oder du hast eine neue Karte gesehen
nothing-to-undo = es gibt nichts zurückzunehmen
answer-too-long = die Antwort ist zu lang für einen Zug: { $count } Bytes
answer-no-text = die Antwort ist kein gültiger Text (UTF-8)

## Wodurch eine Partie verloren ging: was ein Spieler tat, nach dem Namen

forfeit-illegal = antwortete { $answer }, was nicht erlaubt ist
forfeit-unparsable = antwortete { $answer }, was kein Zug ist
forfeit-unasked = schrieb { $answer }, ohne gefragt zu sein
forfeit-out-of-time = hatte keine Zeit mehr: Die Antwort dauerte { $took } ms, auf der Uhr waren { $had } ms
forfeit-out-of-memory = brauchte mehr Speicher, als ein Bot haben darf (--memory)
forfeit-too-many-threads = hatte mehr Threads, als ein Bot haben darf (--threads-limit)
forfeit-exit = endete mit Code { $code }, bevor die Partie vorbei war
forfeit-signal = wurde durch Signal { $signal } beendet, bevor die Partie vorbei war
forfeit-closed-pipe = schloss Ein- oder Ausgabe, bevor die Partie vorbei war
forfeit-stalled = startete nicht rechtzeitig: Die erste Zeile wurde nie gelesen
forfeit-flood = schrieb zu viel: mehr als eine Zeile, eine Zeile ohne Ende oder zu viel Standardfehler
forfeit-forbidden-call = machte einen verbotenen Systemaufruf (welchen, ist unbekannt): siehe docs/sandbox.md
forfeit-forbidden-call-named = rief { $call }(2) auf, was Bots nicht dürfen: siehe docs/sandbox.md
forfeit-out-of-cpu = brauchte mehr Prozessorzeit, als eine Partie erlaubt (--cpu)
forfeit-not-started = konnte nicht gestartet werden
forfeit-left = hat den Tisch verlassen
