import type { TestApi } from "./caller.js";
import type { TestMember } from "./factories.js";

/** A page as a browser got it, redirects followed. */
export interface VisitedPage {
  status: number;
  /** path and query that it came from; the whole address where a redirect leads to another site, which isn't followed */
  address: string;
  headers: Headers;
  html: string;
  /** what a reader sees of it, in one line */
  text: string;
}

/** A browser without JavaScript: it keeps cookies, follows redirects and sends the forms of the page that it shows. */
export interface Visitor {
  page: VisitedPage;
  cookies: Map<string, string>;
  visit(path: string, headers?: Record<string, string>): Promise<VisitedPage>;
  /**
   * Sends the form of the current page that goes to `action`: its hidden fields and these.
   * @param which text that the form contains, where several go to the same address; those without one go to the page itself
   */
  submit(action: string, fields?: Fields, which?: string): Promise<VisitedPage>;
  /** Posts fields to an address, whatever the page. */
  post(path: string, fields: Fields, headers?: Record<string, string>): Promise<VisitedPage>;
  signIn(member: Pick<TestMember, "email">, password?: string): Promise<VisitedPage>;
}

type Fields = Record<string, string | string[]>;
/** The password of those whom the factories make. */
export const factoryPassword = "una password lunga";

export function visitor(api: Pick<TestApi, "url">, language = "en"): Visitor {
  const cookies = new Map<string, string>();

  async function request(path: string, init: RequestInit): Promise<VisitedPage> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const common = { accept: "text/html,*/*;q=0.8", "accept-language": language, cookie };
    const response = await fetch(new URL(path, api.url), {
      ...init,
      headers: { ...common, ...init.headers },
      redirect: "manual",
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0(;|$)/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    const isOurs = location && new URL(location, api.url).origin === new URL(api.url).origin;
    if (isOurs) return request(location, {});
    const html = await response.text();
    me.page = {
      status: response.status,
      address: location ?? path,
      headers: response.headers,
      html,
      text: textOf(html),
    };
    return me.page;
  }

  const me: Visitor = {
    page: { status: 0, address: "", headers: new Headers(), html: "", text: "" },
    cookies,
    visit: (path, headers = {}) => request(path, { headers }),
    submit(action, fields = {}, which = "") {
      const form = formsOf(me.page.html).find((one) => one.action === action && one.html.includes(which));
      if (!form) throw new Error(`${me.page.address} has no form to ${action}: ${me.page.text}`);
      return me.post(action || me.page.address, { ...form.hidden, ...fields });
    },
    post(path, fields, headers = {}) {
      const body = new URLSearchParams();
      for (const [name, values] of Object.entries(fields))
        for (const value of [values].flat()) body.append(name, value);
      return request(path, { method: "POST", body, headers: { "sec-fetch-site": "same-origin", ...headers } });
    },
    async signIn({ email }, password = factoryPassword) {
      await me.visit("/sign-in");
      return me.submit("/sign-in", { email, password });
    },
  };
  return me;
}

/** A browser in which a member is signed in. */
export async function signedIn(
  api: Pick<TestApi, "url">,
  member: Pick<TestMember, "email">,
  language = "en",
): Promise<Visitor> {
  const me = visitor(api, language);
  await me.signIn(member);
  return me;
}

/** The same browser a second time, with its cookies and its page: for a second click at once, or a thief. */
export function copyOf(api: Pick<TestApi, "url">, me: Visitor): Visitor {
  const copy = visitor(api);
  for (const [name, value] of me.cookies) copy.cookies.set(name, value);
  copy.page = me.page;
  return copy;
}

/** The token of the forms of a page's own; the head bar, where there is one, has forms with another. */
export const tokenOf = ({ html }: VisitedPage): string =>
  /name="form_token" value="([^"]+)"/.exec(html.slice(html.indexOf("<main")))?.[1] ?? "";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decode = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name) => entities[name] ?? whole);
const attribute = (tag: string, name: string) => decode(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

function textOf(html: string): string {
  const body = html.replace(/^[\s\S]*?<body>/, "").replace(/<[^>]+>/g, " ");
  return decode(body).replace(/\s+/g, " ").trim();
}

function formsOf(html: string) {
  return [...html.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => {
    const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => tag);
    return {
      action: attribute(form, "action"),
      html: form,
      hidden: Object.fromEntries(hidden.map((tag) => [attribute(tag, "name"), attribute(tag, "value")])),
    };
  });
}
