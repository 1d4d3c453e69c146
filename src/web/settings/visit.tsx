import type { Context } from "koa";
import type { ComponentChildren } from "preact";
import type { Membership, SignedIn } from "../../accounts/sessions.js";
import type { Actor } from "../../db/audit.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { forbidden } from "../../domain/errors.js";
import { type Permission, roleHolds } from "../../domain/permissions.js";
import { type Language, languageOf, type Text } from "../language.js";
import type { WebParts } from "../parts.js";
import { seeOther } from "../redirect.js";
import { sendPage } from "../send-page.js";
import { formToken, readForm } from "../sign-in/form.js";
import { signedIn } from "../sign-in/session.js";
import { headBar } from "./head-bar.js";

/** What the forms of a page unit: something of the organization that it shows, or of the person wherever that is. */
type About = "organization" | "person";

// A form acts on the organization that its page showed, though another tab may show another by now.
const purposeOf = ({ current }: SignedIn, about: About): string =>
  about === "organization" ? `organization ${current?.organizationId}` : "";

/** A request for one of the settings pages by somebody who is signed in, and what answers need. */
export class Visit {
  readonly language: Language;
  readonly token: string;

  constructor(
    readonly parts: WebParts,
    readonly ctx: Context,
    readonly person: SignedIn,
    /** the fields of the form that was sent; empty for a visit */
    readonly form: URLSearchParams,
    about: About,
  ) {
    this.language = languageOf(ctx);
    this.token = formToken(parts.config, ctx, purposeOf(person, about));
  }

  /** The organization that the pages show. @throws forbidden for somebody who belongs to none */
  get firm(): Membership {
    const { current } = this.person;
    if (current) return current;
    throw forbidden(
      "You belong to no organization: ask its administrator for an invitation.",
      "Non fai parte di nessuno studio: chiedi un invito a chi lo amministra.",
    );
  }

  get requestId(): string {
    return this.ctx.state.requestId;
  }

  may(permission: Permission): boolean {
    return this.person.current !== null && roleHolds(this.person.current.role, permission);
  }

  text = (text: Text): string => text[this.language];

  /** A field of the form, without blanks around it. */
  field(name: string): string {
    return (this.form.get(name) ?? "").trim();
  }

  /** Makes a change in the person's name, with its audit event. */
  change<T>(action: string, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const organizationId = this.person.current?.organizationId ?? "";
    const actor: Actor = { organizationId, userId: this.person.userId, keyId: null, via: "page", client: null };
    return transact(this.parts.database, { action, actor, requestId: this.requestId }, work);
  }

  rows<T extends object>(sql: string, values: unknown[]): Promise<T[]> {
    return this.parts.database.query<T>(sql, values);
  }

  /** Goes on to a page, which then says what was done, by one of its own words. */
  done(path: string, what: string): void {
    seeOther(this.ctx, `${path}?done=${what}`);
  }

  /** What the page before says was done, if these are its words. */
  notice(words: Record<string, Text>): string | undefined {
    const { done } = this.ctx.query;
    return typeof done === "string" && Object.hasOwn(words, done) ? words[done]?.[this.language] : undefined;
  }

  send(title: Text, children: ComponentChildren): void {
    sendPage(this.ctx, { title: this.text(title), ...this.ctx.state.headBar, children });
  }
}

/**
 * Answers requests of people who are signed in; others sign in first. A form is checked and read.
 * @param permission what the role must hold in the organization that is shown
 * @param about what the page's forms change
 */
export const visited =
  (
    parts: WebParts,
    permission: Permission | null,
    answer: (visit: Visit) => Promise<void> | void,
    about: About = "organization",
  ) =>
  async (ctx: Context) => {
    const isForm = ctx.method === "POST";
    const person = await signedIn(parts, ctx);
    if (!person) {
      const back = isForm ? "/settings/account" : ctx.url;
      return seeOther(ctx, `/sign-in?next=${encodeURIComponent(back)}`);
    }
    const form = isForm ? await readForm(parts.config, ctx, purposeOf(person, about)) : new URLSearchParams();
    ctx.state.headBar = headBar(parts, ctx, person);
    const visit = new Visit(parts, ctx, person, form, about);
    if (permission && !roleHolds(visit.firm.role, permission))
      throw forbidden(
        `Your role in ${visit.firm.name} doesn't open this page; it needs ${permission}.`,
        `Il tuo ruolo in ${visit.firm.name} non apre questa pagina: serve ${permission}.`,
      );
    await answer(visit);
  };
