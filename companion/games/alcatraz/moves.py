"""What players can tap in a game of Alcatraz, field by field."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from companion.game import Move, Whole, whole_number, within
from companion.games.alcatraz.state import State
from companion.words import Text, Who, say

Room = Annotated[Whole, within(1, 12)]
Letter = Literal["A", "B", "C", "D", "E", "F"]


def _unless_left_out(text: object) -> object:
    return None if text in (None, "", "app") else whole_number(text)


MaybeSeat = Annotated[int | None, _unless_left_out]
MaybeRoom = Annotated[MaybeSeat, within(1, 12)]
MaybePrisoners = Annotated[MaybeSeat, within(0, 4)]
MaybeGuards = Annotated[MaybeSeat, within(0, 3)]


class Correction(Move):
    """A tap that keeps the board in step; it is never too late for it, whatever the phase has become."""

    bound_to_phase: ClassVar[bool] = False


class Guard(Move):
    """The guard of a new round: where a card of the table's own says, or drawn by the app."""

    moves_phase: ClassVar[bool] = True
    card: Literal["app", "ours"] = "app"
    room: MaybeRoom = None


class TalkOver(Move):
    """The present Scapegoat orders the vote. It moves no phase: the two minutes may have run out just before, and votes
    already on their way shall count."""


class Vote(Move):
    """A secret vote, for the new Scapegoat or for who stays."""

    of_own: ClassVar[bool] = True
    secret: ClassVar[bool] = True
    undoable: ClassVar[bool] = False
    choice: Whole


class Away(Move):
    """Count a player who has not voted as away."""

    undoable: ClassVar[bool] = False
    seat: Whole


class Stamina(Correction):
    """A player spends a Stamina point on an Action Point, once a round."""

    seat: Whole


class TurnDone(Move):
    """The player whose turn it is has no more actions to take."""

    moves_phase: ClassVar[bool] = True


class RoundDone(Move):
    """Everybody has acted."""

    moves_phase: ClassVar[bool] = True


class Complete(Move):
    """A task is completed by a player. What the card asks for is the table's word; a number left out is not checked."""

    moves_phase: ClassVar[bool] = True
    bound_to_phase: ClassVar[bool] = False
    room: Room
    by: Whole
    needs: MaybePrisoners = None
    here: MaybePrisoners = None
    most: MaybeGuards = None
    bribes: Annotated[Whole, within(0, 4)] = 0
    items: Literal["", "yes"] = ""


class OfTurn(Move):
    """What whoever's turn it is does where the pawn stands. Drawn for one prisoner in one room, it is nobody else's."""

    def about(self, at: State) -> tuple[object, Text] | None:
        who = at.prisoners[at.acting]
        return (at.round, at.acting, who.room, who.spent, who.bribed), say("%(name)s’s turn", name=Who(at.acting))


class Go(OfTurn):
    """Into a neighbouring room, for a point."""

    room: Room


class Use(OfTurn):
    """The rule of the room."""


class Riot(OfTurn):
    """A guard comes from a neighbouring room."""

    start: Room


class Steal(OfTurn):
    """An Item or a Cash of somebody in the room."""

    seat: Whole
    what: Literal["cash", "items"]


class Drop(OfTurn):
    """An Item goes back on the board."""


class Blackmail(OfTurn):
    """The Scapegoat plays a blackmail card."""


class Bribe(OfTurn):
    """A guard in the room is ignored for the next action, for a Cash."""


class Reward(Move):
    """The letter everybody else gets: tapped in, drawn by the app, or none with an empty deck."""

    moves_phase: ClassVar[bool] = True
    letter: Letter | Literal["app", "none"]


class NewTask(Move):
    """The task that takes the completed one's place: letter and room, each tapped in or drawn by the app."""

    moves_phase: ClassVar[bool] = True
    letter: Letter | Literal["app", "none"]
    room: MaybeRoom = None


class Lots(Move):
    """Lots decide between those the others could not choose between."""

    moves_phase: ClassVar[bool] = True


class EscapeNow(Move):
    """With the letters as corrected, the group escapes now."""

    moves_phase: ClassVar[bool] = True


class Points(Correction):
    """Set how many Action Points a player has spent this round."""

    seat: Whole
    n: Annotated[Whole, within(0, 7)]


class Count(Correction):
    """Set one of a prisoner's counters to `n`. Bounds are ours against slips; the most is printed on the sheet."""

    seat: Whole
    what: Literal["cash", "items", "stamina", "blackmail"]
    n: Annotated[Whole, within(0, 20)]


class Mark(Correction):
    """Set that a prisoner has a letter ("A"), or has it not ("-A")."""

    seat: Whole
    letter: Letter | Literal["-A", "-B", "-C", "-D", "-E", "-F"]


class Walk(Correction):
    """A prisoner's pawn is in a room now."""

    seat: Whole
    room: Room


class MoveGuard(Correction):
    """One guard goes from a room to another: by a riot (from next door), by the Radio Room or by a blackmail card."""

    start: Room
    to: Room
    how: Literal["riot", "radio", "other"] = "other"
    by: MaybeSeat = None
    bribes: Annotated[Whole, within(0, 4)] = 0
    """Guards that `by` bribes where they act, for a riot or the Radio Room's rule."""


class SetGuards(Correction):
    """Set how many guards are in a room."""

    room: Room
    n: Annotated[Whole, within(0, 4)]


class PutTask(Correction):
    """Set where the task of a letter lies; without a room it lies nowhere."""

    letter: Letter
    room: MaybeRoom = None


class Swap(Correction):
    """Two sheets change places."""

    room: Room
    other: Room


class Turn(Correction):
    """Set which side of a sheet is up."""

    room: Room
    side: Literal["silver", "gold"]


class BoardRight(Correction):
    """The table has seen what the app drew for it, and put the board right."""


class SetGoat(Correction):
    """Set who is the Scapegoat, and for which term in a row."""

    seat: Whole
    term: Annotated[Whole, within(1, 20)] = 1


MOVES: dict[str, type[Move]] = {
    "guard": Guard,
    "talk-over": TalkOver,
    "vote": Vote,
    "away": Away,
    "stamina": Stamina,
    "turn-done": TurnDone,
    "round-done": RoundDone,
    "complete": Complete,
    "reward": Reward,
    "new-task": NewTask,
    "lots": Lots,
    "escape": EscapeNow,
    "go": Go,
    "use": Use,
    "riot": Riot,
    "steal": Steal,
    "drop": Drop,
    "blackmail": Blackmail,
    "bribe": Bribe,
    "points": Points,
    "count": Count,
    "mark": Mark,
    "walk": Walk,
    "move-guard": MoveGuard,
    "set-guards": SetGuards,
    "put-task": PutTask,
    "swap": Swap,
    "turn": Turn,
    "set-goat": SetGoat,
    "board-right": BoardRight,
}
