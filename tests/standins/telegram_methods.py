"""The Bot API methods that concern chats and messages."""

import time
from collections.abc import Callable
from typing import Any

from tests.standins.telegram_checks import (
    JSON,
    Params,
    Refused,
    breach,
    checked_markup,
    checked_text,
    checked_toast,
    refusal,
)
from tests.standins.telegram_html import Entity
from tests.standins.telegram_state import Answer, State
from tests.standins.telegram_world import ChatRecord, Message, Person

Method = Callable[[State, Params], Any]

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
ACTIONS = frozenset(
    {
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    }
)
ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
)


def get_me(state: State, params: Params) -> JSON:
    """The bot itself."""
    return {
        **state.world.bot.json(),
        "can_join_groups": True,
        "can_read_all_group_messages": not state.privacy,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def delete_webhook(state: State, params: Params) -> bool:
    """There never is a webhook; pending updates go when asked to."""
    if params.flag("drop_pending_updates"):
        state.updates.forget()
    return True


def get_webhook_info(state: State, params: Params) -> JSON:
    """No webhook, and the count of pending updates."""
    return {
        "url": "",
        "has_custom_certificate": False,
        "pending_update_count": len(state.updates.pending),
    }


def send_message(state: State, params: Params) -> JSON:
    """A new message of the bot, in the topic it names."""
    formatted = checked_text(params, editing=False)
    markup = checked_markup(params)
    record = state.writable_chat(params)
    above = _replied_to(params, record)
    thread_id = _thread(params, record)
    if thread_id is None and above is not None and above.is_topic_message:
        thread_id = above.thread_id
    message = state.world.add_message(
        record,
        state.world.bot,
        text=formatted.text,
        entities=formatted.entities,
        markup=markup,
        html=params.text("text"),
        thread_id=thread_id,
        is_topic_message=thread_id is not None,
        reply_to=above,
    )
    return message.json()


def _replied_to(params: Params, record: ChatRecord) -> Message | None:
    """The message that is replied to, refused when it is gone."""
    reply = params.json("reply_parameters")
    if not reply:
        return None
    above = record.messages.get(int(reply.get("message_id", 0)))
    if above is not None and not above.deleted:
        return above
    if reply.get("allow_sending_without_reply"):
        return None
    raise refusal("message to be replied not found")


def _thread(params: Params, record: ChatRecord) -> int | None:
    """The topic to write to; None for the general one and for chats without topics."""
    thread_id = params.integer("message_thread_id")
    if not thread_id:
        if record.is_forum and record.general_closed:
            raise refusal("TOPIC_CLOSED")
        return None
    topic = record.topics.get(thread_id)
    if topic is None:
        raise refusal("message thread not found")
    if topic.closed:
        raise refusal("TOPIC_CLOSED")
    return thread_id


def edit_message_text(state: State, params: Params) -> JSON:
    """New text for a message of the bot; without a keyboard in the call the keyboard goes."""
    formatted = checked_text(params, editing=True)
    markup = checked_markup(params)
    message = _editable(state, params)
    _change(state, message, formatted.text, formatted.entities, markup)
    message.html = params.text("text")
    return message.json()


def edit_message_reply_markup(state: State, params: Params) -> JSON:
    """A new keyboard for a message of the bot, or none."""
    markup = checked_markup(params)
    message = _editable(state, params)
    _change(state, message, message.text, message.entities, markup)
    return message.json()


def _editable(state: State, params: Params) -> Message:
    """The message that an edit names."""
    return state.own_message(params, state.writable_chat(params), "edit")


def _change(
    state: State, message: Message, text: str, entities: tuple[Entity, ...], markup: JSON | None
) -> None:
    """Changes a message; an edit that changes nothing is refused and counted."""
    if (message.text, message.entities, message.markup) == (text, entities, markup):
        state.not_modified += 1
        raise refusal(NOT_MODIFIED)
    message.text, message.entities, message.markup = text, entities, markup
    message.edits += 1
    message.edit_date = int(time.time())
    message.changed_at = time.monotonic()


def delete_message(state: State, params: Params) -> bool:
    """Takes a message of the bot away."""
    record = state.chat(params)
    message = state.own_message(params, record, "delete")
    message.deleted = True
    return True


def answer_callback_query(state: State, params: Params) -> bool:
    """Ends the wait of whoever pressed.

    A second answer to one press is a violation, unless the bot cannot know that the first arrived.
    """
    text = checked_toast(params)
    query_id = params.text("callback_query_id")
    query = state.queries.pop(query_id, None)
    if query is None:
        twice = state.was_asked(query_id) and state.was_told(query_id)
        raise Refused(400, f"Bad Request: {TOO_OLD}", violation=twice)
    answer = Answer(
        text,
        params.flag("show_alert"),
        params.text("url"),
        params.integer("cache_time"),
        query.expired,
    )
    if not query.answered.done():
        query.answered.set_result(answer)
    state.waits.changed(query.chat_id)
    if query.expired:
        raise refusal(TOO_OLD)
    return True


def get_chat(state: State, params: Params) -> JSON:
    """The ``ChatFullInfo`` of a chat."""
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription")
    return {
        **state.chat(params).json(),
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys((*gifts, "gifts_from_channels"), False),
    }


def get_chat_member(state: State, params: Params) -> JSON:
    """The standing of the bot or a person in a chat."""
    record = state.chat(params)
    person_id = params.integer("user_id")
    if person_id == state.world.bot.id:
        return standing(state.world.bot, "administrator" if record.bot_is_admin else "member")
    person = state.world.people.get(person_id)
    if person is None:
        raise refusal("user not found")
    if person_id in record.admins:
        return standing(person, "administrator")
    return standing(person, "member" if person_id in record.members else "left")


def get_chat_administrators(state: State, params: Params) -> list[JSON]:
    """The administrators of a group: here only ever the bot."""
    record = state.chat(params)
    if record.kind == "private":
        raise refusal("there are no administrators in the private chat")
    return [standing(state.world.bot, "administrator")] if record.bot_is_admin else []


def standing(person: Person, status: str) -> JSON:
    """A ``ChatMember`` object."""
    member: JSON = {"user": person.json(), "status": status}
    if status == "administrator":
        member |= {"can_be_edited": False, "is_anonymous": False}
        member |= dict.fromkeys(ADMIN_RIGHTS, True)
    if status == "kicked":
        member["until_date"] = 0
    return member


def send_chat_action(state: State, params: Params) -> bool:
    """Shows that the bot is busy."""
    if params.text("action") not in ACTIONS:
        raise breach("wrong parameter action in request")
    _thread(params, state.writable_chat(params))
    return True


MESSAGE_METHODS: dict[str, Method] = {
    "getme": get_me,
    "deletewebhook": delete_webhook,
    "getwebhookinfo": get_webhook_info,
    "sendmessage": send_message,
    "editmessagetext": edit_message_text,
    "editmessagereplymarkup": edit_message_reply_markup,
    "deletemessage": delete_message,
    "answercallbackquery": answer_callback_query,
    "getchat": get_chat,
    "getchatmember": get_chat_member,
    "getchatadministrators": get_chat_administrators,
    "sendchataction": send_chat_action,
}
