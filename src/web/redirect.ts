import type { Context } from "koa";

/** Sends a browser on after a form, so that reloading doesn't send the form again. */
export function seeOther(ctx: Context, path: string): void {
  ctx.redirect(path);
  ctx.status = 303;
}

/** The page that a form's own address belongs to: the one above it. */
export const pageAbove = (path: string): string => path.replace(/\/[^/]*$/, "");

/** The page of ours that a form was sent from, if the browser says so. */
export function pageBefore(ctx: Context): string | undefined {
  const page = ctx.get("referer");
  if (!URL.canParse(page)) return undefined;
  const { pathname, search } = new URL(page);
  return localPath(pathname + search);
}

/** The address of a page of ours that somebody wanted, or the home page for anything else. */
export function localPath(wanted: string): string {
  const base = "http://localhost";
  if (!/^\/(?![/\\])/.test(wanted) || !URL.canParse(wanted, base)) return "/";
  const { origin, pathname, search } = new URL(wanted, base);
  // "/..//elsewhere" becomes "//elsewhere", which is another host's.
  return origin === base && !pathname.startsWith("//") ? pathname + search : "/";
}
