import type { ActionContext } from "../context.js";
import { kinds, type RecordGroup } from "./groups.js";

/** What of a group is searched. */
export interface Searched {
  group: RecordGroup;
  /** as the index calls it; of a kind whose area the caller may not view, the titles alone */
  kind: string;
  isTitle: boolean;
}

export interface SearchReach {
  searched: readonly Searched[];
  /** the ids of the projects shared with the caller; null: the caller reaches all projects */
  projects: readonly string[] | null;
}

/** What of the records a caller may search. */
export async function searchReachOf(ctx: ActionContext): Promise<SearchReach> {
  const searched = (Object.keys(kinds) as RecordGroup[]).flatMap((group): Searched[] => {
    const { kind, area, hasTitles } = kinds[group];
    if (ctx.sees(area)) return [{ group, kind, isTitle: false }];
    return hasTitles ? [{ group, kind: `${kind} title`, isTitle: true }] : [];
  });
  return { searched, projects: await sharedProjects(ctx) };
}

/** The ids of the projects shared with the caller; null: the caller reaches all projects. */
async function sharedProjects(ctx: ActionContext): Promise<string[] | null> {
  if (ctx.sharedWith === null) return null;
  const shares = await ctx.query<{ projectId: string }>(
    `select project_id as "projectId" from project_share where organization_id = $1 and user_id = $2`,
    ctx.sharedWith,
  );
  return shares.map(({ projectId }) => projectId);
}

/** The kinds whose words are known: those that are searched, and their titles, which are records of their own. */
export const kindsOf = (searched: readonly Searched[]): string[] =>
  searched.flatMap(({ group, kind, isTitle }) =>
    kinds[group].hasTitles && !isTitle ? [kind, `${kind} title`] : [kind],
  );
