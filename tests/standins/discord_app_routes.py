"""REST handlers around the application itself: who it is and which commands it has."""

from dataclasses import dataclass

from tests.standins.discord_command_checks import check_command, check_commands
from tests.standins.discord_errors import FormErrors, Json, Refused
from tests.standins.discord_messages import Answer, Call
from tests.standins.discord_world import World

GLOBAL = 0


@dataclass(eq=False, slots=True)
class Registry:
    """Answers requests about the application and keeps its commands."""

    world: World
    gateway_url: str

    def me(self, call: Call) -> Answer:
        return self.world.bot.json() | {"verified": True, "mfa_enabled": False, "flags": 0}

    def application(self, call: Call) -> Answer:
        bot = self.world.bot
        return {
            "id": str(bot.id),
            "name": bot.name,
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "owner": self.world.owner.json(),
            "team": None,
            "flags": 0,
            "bot": bot.json(),
            "integration_types_config": {"0": {}, "1": {}},
        }

    def gateway(self, call: Call) -> Answer:
        return {"url": self.gateway_url}

    def gateway_bot(self, call: Call) -> Answer:
        limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
        return {"url": self.gateway_url, "shards": 1, "session_start_limit": limit}

    def list_commands(self, call: Call) -> Answer:
        return self._shelf(call)

    def get_command(self, call: Call) -> Answer:
        return self._find(call)

    def sync_commands(self, call: Call) -> Answer:
        self._judge(check_commands(call.body))
        shelf = self._shelf(call)
        stored = [self._stored(call, body, self._same(shelf, body)) for body in call.body]
        shelf[:] = stored
        self.world.sync_count += 1
        self.world.changed.notify()
        return stored

    def create_command(self, call: Call) -> Answer:
        self._judge(check_command(call.body))
        shelf = self._shelf(call)
        same = self._same(shelf, call.body)
        stored = self._stored(call, call.body, same)
        if same is not None:
            shelf.remove(same)
        shelf.append(stored)
        self.world.changed.notify()
        return stored

    def edit_command(self, call: Call) -> Answer:
        command = self._find(call)
        changed = command | call.body
        self._judge(check_command(changed))
        command.update(changed, version=str(self.world.ids.new()))
        self.world.changed.notify()
        return command

    def delete_command(self, call: Call) -> Answer:
        self._shelf(call).remove(self._find(call))
        self.world.changed.notify()
        return None

    def _shelf(self, call: Call) -> list[Json]:
        if call.args["application"] != str(self.world.bot.id):
            raise Refused(20012)
        guild_id = int(call.args.get("guild", GLOBAL))
        if guild_id != GLOBAL and guild_id not in self.world.guilds:
            raise Refused(50001)
        return self.world.commands.setdefault(guild_id, [])

    def _find(self, call: Call) -> Json:
        for command in self._shelf(call):
            if command["id"] == call.args["command"]:
                return command
        raise Refused(10063)

    @staticmethod
    def _same(shelf: list[Json], body: Json) -> Json | None:
        key = (body["name"], body.get("type") or 1)
        for command in shelf:
            if (command["name"], command["type"]) == key:
                return command
        return None

    def _stored(self, call: Call, body: Json, same: Json | None) -> Json:
        stored: Json = {
            "id": str(self.world.ids.new()) if same is None else same["id"],
            "application_id": str(self.world.bot.id),
            "version": str(self.world.ids.new()),
            "type": 1,
            "description": "",
            "default_member_permissions": None,
            "dm_permission": True,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
        }
        if "guild" in call.args:
            stored["guild_id"] = call.args["guild"]
        return stored | {key: value for key, value in body.items() if value is not None}

    def _judge(self, errors: FormErrors) -> None:
        if errors.found:
            self.world.violation(f"invalid command: {errors.lines()}")
            raise errors.refusal()
