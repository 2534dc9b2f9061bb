"""Rulebook: the rules of the game being played, with questions and answers."""

from bot.games import game_name, rule_lines
from bot.i18n import Texts, key, plural
from engine import Rules
from engine.deals import deals_stock
from engine.layouts import LAYOUTS


def rulebook(rules: Rules, texts: Texts) -> str:
    """The rules, what is different in this game, and the answers as they are for this game."""
    lines = rule_lines(rules)
    parts = [texts.say("rules.classic")]
    if lines:
        this = texts.say("rules.this-game", game=game_name(rules, texts))
        parts.append("\n".join([this, *(f"• {texts.read(line)}" for line in lines)]))
    full = LAYOUTS[rules.layout].pyramid.bit_count()
    parts.append(_answer("choose", "choose", texts))
    parts.append(_answer("pair", "pair", texts, target=rules.target))
    parts.append(_answer("waste", "waste" if deals_stock(rules) else "no-stock", texts))
    parts.append(_stock_answer(rules, texts))
    parts.append(_answer("undo", "undo", texts))
    parts.append(_answer("score", "score", texts, full=full))
    parts.append(_answer("hint", "hint", texts))
    parts.append(_answer("end", "end-all" if rules.clear_all else "end", texts))
    parts.append(_answer("restart", "restart", texts))
    parts.append(_answer("elsewhere", "elsewhere", texts))
    return "\n\n".join(parts)


def _answer(question: str, answer: str, texts: Texts, **values: int) -> str:
    return f"❓ {texts.say(_QUESTIONS[question])}\n{texts.say(_ANSWERS[answer], **values)}"


def _stock_answer(rules: Rules, texts: Texts) -> str:
    if not deals_stock(rules):
        return _answer("stock", "no-stock", texts)
    if rules.redeals is None:
        return _answer("stock", "stock-unlimited", texts)
    if rules.redeals:
        return _answer("stock", "stock-redeals", texts, count=rules.redeals)
    return _answer("stock", "stock", texts)


_QUESTIONS = {
    "choose": key("question.choose"),
    "pair": key("question.pair"),
    "waste": key("question.waste"),
    "stock": key("question.stock"),
    "undo": key("question.undo"),
    "score": key("question.score"),
    "hint": key("question.hint"),
    "end": key("question.end"),
    "restart": key("question.restart"),
    "elsewhere": key("question.elsewhere"),
}
_ANSWERS = {
    "choose": key("answer.choose"),
    "pair": key("answer.pair"),
    "waste": key("answer.waste"),
    "stock": key("answer.stock"),
    "stock-redeals": plural("answer.stock-redeals"),
    "stock-unlimited": key("answer.stock-unlimited"),
    "no-stock": key("answer.no-stock"),
    "undo": key("answer.undo"),
    "score": key("answer.score"),
    "hint": key("answer.hint"),
    "end": key("answer.end"),
    "end-all": key("answer.end-all"),
    "restart": key("answer.restart"),
    "elsewhere": key("answer.elsewhere"),
}
