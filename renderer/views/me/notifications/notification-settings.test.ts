import { expect, it } from "vitest";
import { notificationEvents } from "../../../../shared/api/resources/notification-settings.ts";
import {
  eventGroups,
  globalScope,
  inheritedLevel,
  inheritedText,
  type KnownScope,
  levelOptions,
  type NamedNotificationScope,
} from "./notification-settings.ts";

const group = (id: number, name: string): NamedNotificationScope => ({ kind: "group", id, name });
const known = (scope: NamedNotificationScope, level: string): KnownScope => ({ scope, settings: { level } });

it("inherits from the nearest group that has a level of its own", () => {
  const above = [
    known(group(2, "Platform"), "global"),
    known(group(1, "Fjord"), "watch"),
    known(globalScope, "mention"),
  ];
  const effective = inheritedLevel(above);
  expect(effective).toEqual({ level: "watch", from: group(1, "Fjord") });
  expect(effective && inheritedText(effective)).toBe("Watch, from group Fjord");
});

it("inherits the global level at last, and Participate where that defers too", () => {
  expect(inheritedLevel([known(group(1, "Fjord"), "global"), known(globalScope, "mention")])).toEqual({
    level: "mention",
    from: globalScope,
  });
  const deferred = inheritedLevel([known(globalScope, "global")]);
  expect(deferred && inheritedText(deferred)).toBe("Participate, from your global setting");
});

it("claims nothing while a nearer scope is not known", () => {
  const unknown = { scope: group(2, "Platform"), settings: undefined };
  expect(inheritedLevel([unknown, known(globalScope, "watch")])).toBeNull();
  expect(inheritedLevel([known(group(1, "Fjord"), "watch"), unknown])?.level).toBe("watch");
});

it("offers every level, Inherit only below the global settings, and an unknown current one", () => {
  const values = (scope: NamedNotificationScope, current: string) =>
    levelOptions(scope, current, null).map(({ value }) => value);
  expect(values(globalScope, "watch")).toEqual(["watch", "participating", "mention", "custom", "disabled"]);
  expect(values(group(1, "Fjord"), "watch")).toContain("global");
  expect(values(globalScope, "global")[0]).toBe("global");
  expect(values(group(1, "Fjord"), "owner_disabled")[0]).toBe("owner_disabled");
});

it("has a checkbox for each event of the interface", () => {
  const names = eventGroups.flatMap(({ events }) => events.map(({ name }) => name));
  expect(names.toSorted()).toEqual([...notificationEvents].toSorted());
});
