import { z } from "zod";
import { roles } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { idOfPlace, isOlderThan, toPage } from "../lists/cursor.js";
import { isKnownTo } from "../lists/names.js";
import { pageOf } from "../results.js";
import { clampLimit, paging, view } from "../schemas.js";

const memberResult = z.object({ userId: z.string(), name: z.string(), email: z.string(), role: z.enum(roles) });

export const listMembers = defineAction({
  name: "list_members",
  title: { en: "List members", it: "Elenca i membri dello studio" },
  description:
    "Lists the people of the organization, with the userId that other actions take as assigneeId or userId. A guest sees only people with whom they share a project.",
  area: "projects",
  permissions: ["projects:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ role: z.enum(roles).describe("only members of this role").optional(), view, ...paging }),
  result: pageOf(memberResult),

  async run({ role, limit, cursor }, ctx) {
    const count = clampLimit(limit);
    const members = await ctx.query<z.input<typeof memberResult>>(
      `select m.user_id as "userId", u.name, u.email, m.role
       from (select m.user_id, m.role from membership m
         where m.organization_id = $1 and ($2::text is null or m.role = $2) and ${isOlderThan("$3", "m.user_id")}
           and ${isKnownTo("$4", "m.user_id")}
         order by m.user_id desc limit $5) m
       join user_account u on u.id = m.user_id order by m.user_id desc`,
      role ?? null,
      idOfPlace(cursor),
      ctx.sharedWith,
      count + 1,
    );
    return toPage(members, count, ({ userId }) => userId);
  },
});
