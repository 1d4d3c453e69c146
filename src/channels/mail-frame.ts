import type { Organization } from "../db/entities/organization.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import type { Email } from "./compose-email.js";

/** As a data: URL; a larger image would make each mail heavy. */
const maxLogoLength = 150_000;
export const logoCid = "logo";

/**
 * The organization's logo as an image of a mail; none where it has none, or one that mail programs don't show (SVG), or too large a one.
 */
export async function logoOf(unit: UnitOfWork, organizationId: string): Promise<Email["attachments"]> {
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

/** The firm's name and how to reach it, as letters end. */
export function firmLines({ name, legalName, address, phone, email }: Omit<Organization, "logo">): string[] {
  const reached = [phone && `Tel. ${phone}`, email].filter(Boolean).join(" · ");
  return [legalName || name, ...(address ?? "").split("\n"), reached].filter((line) => line !== "");
}
