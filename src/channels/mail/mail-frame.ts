import type { Organization } from "../../db/entities/organization.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { reachedBy } from "../../domain/contacts/reached-by.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { Email } from "./compose-email.js";
import { mailPage, preheaderOf } from "./mail-layout.js";

/** As a data: URL; a larger image would make each mail heavy. */
const maxLogoLength = 150_000;
const logoCid = "logo";
/** Forty printed pages. Longer texts are sent as they are, since to set a megabyte would keep other firms' mails waiting for seconds. */
const maxSetCharacters = 100_000;

interface FramedText {
  channel: Channel;
  /** as it was written, without the thread's token */
  subject: string;
  text: string;
  /** makes HTML of it */
  set(text: string): string;
  /** unset: the firm's name and how to reach it */
  footer?: readonly string[];
}

/** A mail's text as a page in the firm's frame, with the images of that page; neither where it would be too long. */
export async function framedMail(
  unit: UnitOfWork,
  organization: Omit<Organization, "logo">,
  { channel, subject, text, set, footer = firmLines(organization) }: FramedText,
): Promise<{ html?: string; images: Email["attachments"] }> {
  if (text.length > maxSetCharacters) return { images: [] };
  // A PEC is kept whole in its receipts.
  const logo = channel === "pec" ? [] : await logoOf(unit, organization.id);
  const page = mailPage(set(text), {
    firm: organization.name,
    footer,
    logoCid: logo.length > 0 ? logoCid : undefined,
    preheader: preheaderOf(text, subject),
  });
  return { ...page, images: page.html ? logo : [] };
}

/**
 * The organization's logo as an image of a mail; none where it has none, or one that mail programs don't show (SVG), or too large a one.
 */
async function logoOf(unit: UnitOfWork, organizationId: string): Promise<Email["attachments"]> {
  const [found] = await unit.query<{ logo: string }>(
    `select logo from organization where id = $1 and length(logo) <= ${maxLogoLength}`,
    [organizationId],
  );
  const [, type, data] = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/=]+)$/.exec(found?.logo ?? "") ?? [];
  if (!type || !data) return [];
  return [
    { filename: `logo.${type}`, contentType: `image/${type}`, content: Buffer.from(data, "base64"), cid: logoCid },
  ];
}

/** The firm's name and how to reach it, as its letterhead says it. */
function firmLines({ name, legalName, address, ...reached }: Omit<Organization, "logo">): string[] {
  const lines = [legalName || name, ...(address ?? "").split("\n"), ...reachedBy(reached)];
  return lines.filter((line) => line !== "");
}
