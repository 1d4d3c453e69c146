import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { cursorOf, idOfPlace, placeFrom, toPage } from "../../../src/actions/lists/cursor.js";
import { date, note, optionalDate, paging } from "../../../src/actions/schemas.js";
import { jsonSchemaOf } from "../../../src/api/json-schema.js";
import { withBounds } from "../../../src/api/openapi/bounds.js";
import { isDateValue } from "../../../src/domain/calendar/date-value.js";

interface Field {
  pattern: string;
  anyOf: { pattern: string; minimum: number; maximum: number }[];
}
const schema = z.strictObject({ due: date("day"), until: optionalDate("day"), notes: note("notes"), ...paging });
const { properties } = withBounds("list_tasks", jsonSchemaOf(schema, "input")) as { properties: Record<string, Field> };
const fits = ({ pattern = "" }: { pattern?: string } = {}, value: string) => new RegExp(pattern, "u").test(value);

describe("the bounds of an input", () => {
  it("state each day that exists, and no other", () => {
    const years = [1900, 1904, 1999, 2000, 2023, 2024, 2026, 2096, 2100, 2104, 2199, 2200];
    for (const year of years)
      for (let month = 0; month <= 13; month++)
        for (let day = 0; day <= 32; day++) {
          const value = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
          expect([value, fits(properties.due?.anyOf[0], value)]).toEqual([value, isDateValue(value)]);
        }
  });

  it.each([
    "2026-03-01T08:30",
    "2026-03-01T08:30:59.123Z",
    "2026-03-01t08:30:00,5+02:00",
    "2026-03-01T08:30+0200",
    "2026-03-01T08:30-02",
    "2026-03-01T24:00",
    "2026-03-01T08:60",
    "2026-03-01T08:30:60",
    "2026-03-01T8:30",
    "2026-03-01T08:30+24:00",
    "2026-03-01T08",
    "2026-03-01 08:30",
    "01/03/2026",
    "domani",
  ])("agree with what is taken as a date value: %s", (value) => {
    expect(fits(properties.due?.anyOf[0], value)).toBe(isDateValue(value));
    expect(fits(properties.until?.anyOf[0], value)).toBe(isDateValue(value));
  });

  it("let the empty text clear where null does", () => {
    expect([fits(properties.due?.anyOf[0], ""), fits(properties.until?.anyOf[0], "")]).toEqual([false, true]);
  });

  it("give epoch milliseconds their range", () => {
    const { minimum, maximum } = properties.due?.anyOf[1] ?? { minimum: Number.NaN, maximum: Number.NaN };
    expect([minimum, maximum].map(isDateValue)).toEqual([true, true]);
  });

  it("keep NUL out of a text, and lines in it", () => {
    expect([fits(properties.notes, "a\nb"), fits(properties.notes, "a\0b")]).toEqual([true, false]);
  });

  it("say nothing of a text beside the only values that it may have", () => {
    const choices = z.strictObject({ form: z.literal("html"), kind: z.enum(["row", "note"]) });
    expect(withBounds("list_tasks", jsonSchemaOf(choices, "input")).properties).toEqual({
      form: { type: "string", const: "html" },
      kind: { type: "string", enum: ["row", "note"] },
    });
  });

  it("allow every cursor that is returned, and no text that is refused", () => {
    const ids = ["00000000-0000-0000-0000-000000000000", "01a2037d-56b7-7219-8fcf-bed1dff79cd6"];
    for (const id of ids) {
      const { nextCursor } = toPage([{ id }, { id }], 1, (row) => row.id);
      const cursor = cursorOf("list_tasks", nextCursor ?? "");
      expect(fits(properties.cursor, cursor)).toBe(true);
      expect(idOfPlace(placeFrom("list_tasks", cursor))).toBe(id);
    }
    const own = cursorOf("list_tasks", "");
    const texts = ["", "x", `${own}${"A".repeat(22)}`, `${own}${"A".repeat(23)}`, `${own}${"A".repeat(21)}B`];
    const otherList = cursorOf("list_threads", "A".repeat(22));
    for (const cursor of [...texts, `${own}${"A".repeat(21)}=`, otherList]) {
      const isTaken = fits(properties.cursor, cursor);
      if (isTaken) expect(idOfPlace(placeFrom("list_tasks", cursor))).toHaveLength(36);
      else expect(() => placeFrom("list_tasks", cursor)).toThrow("use the nextCursor");
    }
  });
});
