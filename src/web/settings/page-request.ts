import type { Context } from "koa";
import type { ComponentChildren } from "preact";
import { lockActorRole } from "../../accounts/members/member-changes.js";
import type { SecurityAction } from "../../accounts/security/security-actions.js";
import type { SecurityFacts } from "../../accounts/security/security-log.js";
import type { Membership, SignedIn } from "../../accounts/sessions.js";
import { onPage } from "../../db/audit.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { forbidden } from "../../domain/errors.js";
import type { BilingualText, Language } from "../../domain/language.js";
import { type Permission, roleHolds } from "../../domain/permissions.js";
import type { Role } from "../../domain/vocabulary.js";
import { languageOf, localDay, localTime } from "../language.js";
import { noteSecurity } from "../note-security.js";
import type { WebParts } from "../parts.js";
import { seeOther } from "../redirect.js";
import { sendPage } from "../send-page.js";
import { readCookie } from "../sign-in/cookies.js";

/** A request for one of the settings pages by somebody who is signed in, and what its handler needs. */
export class PageRequest {
  readonly language: Language;
  private faults: Record<string, BilingualText> = {};

  constructor(
    readonly parts: WebParts,
    readonly ctx: Context,
    readonly person: SignedIn,
    /** the fields of the form that was sent; empty where none was */
    readonly form: URLSearchParams,
    /** for the forms of the page */
    readonly token: string,
  ) {
    this.language = languageOf(ctx);
  }

  /** The organization that the pages show. @throws forbidden for somebody who belongs to none */
  get organization(): Membership {
    const { current } = this.person;
    if (current) return current;
    throw forbidden(
      "You belong to no organization: ask the administrator of yours for an invitation.",
      "Non fai parte di nessuno studio: chiedi un invito a chi amministra il tuo.",
    );
  }

  get organizationId(): string {
    return this.organization.organizationId;
  }

  get requestId(): string {
    return this.ctx.state.requestId;
  }

  /** What the browser proves its session by: 256 bits, stored nowhere. */
  get sessionSecret(): string {
    const secret = readCookie(this.parts.config, this.ctx, "session");
    if (!secret) throw new Error("a page for the signed in was asked for without a session");
    return secret;
  }

  may(permission: Permission): boolean {
    return this.person.current !== null && roleHolds(this.person.current.role, permission);
  }

  /** The person's role, as it is now and stays during the unit. @throws forbidden if it doesn't hold the permission */
  lockRole(unit: UnitOfWork, permission: Permission): Promise<Role> {
    return lockActorRole(unit, { organizationId: this.organizationId, actorId: this.person.userId }, permission);
  }

  text(text: BilingualText): string {
    return text[this.language];
  }

  /** A moment by the clocks of the organization that the pages show; by Rome's for somebody who belongs to none. */
  time(at: Date): string {
    return localTime(at, this.language, this.person.current?.timezone);
  }

  /** A day, as above. */
  day(at: Date): string {
    return localDay(at, this.language, this.person.current?.timezone);
  }

  /** A field of the form, without blanks around it. */
  field(name: string): string {
    return (this.form.get(name) ?? "").trim();
  }

  /** Keeps what is wrong with the form, by field: the page that is sent next says it, with status 422. */
  withFaults(faults: Record<string, BilingualText>): this {
    this.ctx.status = 422;
    this.faults = faults;
    return this;
  }

  /** What is wrong with a field. */
  fault(field: string): string | undefined {
    return this.faults[field]?.[this.language];
  }

  query<T extends object>(sql: string, values: unknown[]): Promise<T[]> {
    return this.parts.database.query<T>(sql, values);
  }

  /**
   * Makes a change in the person's name, with its audit event. Work that returns null has changed nothing.
   * @param about whom or what else it concerns, for the owners: an address, or the name of a key
   */
  async change<T>(action: SecurityAction, work: (unit: UnitOfWork) => Promise<T>, about?: string): Promise<T> {
    const { userId, current } = this.person;
    const trail = onPage(current?.organizationId ?? "", userId, action, this.requestId);
    const result = await transact(this.parts.database, trail, work, { group: current?.organizationId ?? userId });
    // Whatever the settings change is about who may do what.
    if (result !== null) this.noteSecurity(action, { organizationId: current?.organizationId, about });
    return result;
  }

  /** As `change`, by somebody whose role holds the permission, as it is now and stays meanwhile. @throws forbidden */
  changeAs<T>(
    permission: Permission,
    action: SecurityAction,
    work: (unit: UnitOfWork, role: Role) => Promise<T>,
    about?: string,
  ): Promise<T> {
    return this.change(action, async (unit) => work(unit, await this.lockRole(unit, permission)), about);
  }

  /** Tells the log and the owners what the person did. */
  noteSecurity(action: SecurityAction, facts: SecurityFacts): void {
    noteSecurity(this.parts, this.ctx, action, { userId: this.person.userId, ...facts });
  }

  /** Goes on to a page, which then says what was done: the one of its notices with this name. */
  redirectWithNotice(path: string, name: string): void {
    seeOther(this.ctx, `${path}?done=${name}`);
  }

  /** What the request before this one did, if it is one of these notices. */
  notice(notices: Record<string, BilingualText>): string | undefined {
    const { done } = this.ctx.query;
    return typeof done === "string" && Object.hasOwn(notices, done) ? notices[done]?.[this.language] : undefined;
  }

  /** @param scripts the addresses of what the page runs */
  sendPage(title: BilingualText, children: ComponentChildren, scripts: string[] = []): void {
    sendPage(this.ctx, { title: this.text(title), ...this.ctx.state.headBar, scripts, children });
  }
}
