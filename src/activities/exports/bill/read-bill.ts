import type { Queries } from "../../../db/database.js";
import type { BillShares } from "../../../domain/bill/bill.js";
import type { Issuer } from "../../../domain/documents/revision.js";
import type { OrderOf } from "../../../domain/exports.js";
import { ExportRefused } from "../made-file.js";
import type { BillContent } from "./write-bill.js";

const bill = `
  select b.name, b.nodes::text as nodes, b.total::float8 as total, b.quantity_decimals as "quantityDecimals", b.computed as shares,
    o.timezone, o.name as "organizationName", o.legal_name as "legalName",
    o.vat_number as "vatNumber", o.tax_code as "taxCode", o.address, o.email, o.pec, o.phone, o.professional_order as "professionalOrder",
    o.iban, o.signature, o.logo, p.name as "projectName", p.address as "projectAddress", p.municipality,
    coalesce(nullif(c.company, ''), c.name) as client
  from bill_of_quantities b
  join organization o on o.id = b.organization_id
  join project p on p.organization_id = b.organization_id and p.id = b.project_id
  left join contact c on c.organization_id = p.organization_id and c.id = p.client_contact_id
  where b.organization_id = $1 and b.id = $2`;

type Row = Omit<Issuer, "name"> & {
  organizationName: string;
  name: string;
  nodes: string;
  total: number;
  quantityDecimals: number | null;
  shares: BillShares | null;
  timezone: string;
  projectName: string;
  projectAddress: string | null;
  municipality: string | null;
  client: string | null;
};

/** The bill, and around it what its order may show. Its nodes stay text, which the thread parses. */
export async function readBillExport(
  queries: Queries,
  organizationId: string,
  { computoId, format, document, prices, shows }: OrderOf<"bill">,
): Promise<BillContent> {
  const [row] = await queries.query<Row>(bill, [organizationId, computoId]);
  if (!row) throw new ExportRefused("the bill of quantities was deleted");
  const { organizationName, name, nodes, total, quantityDecimals, shares, timezone, ...rest } = row;
  const { projectName, projectAddress, municipality, client, ...issuer } = rest;
  return {
    format,
    document,
    prices,
    bill: { name, nodes, total, quantityDecimals, shares },
    issuer: { ...issuer, name: organizationName },
    project: shows.project ? { name: projectName, address: projectAddress, municipality } : null,
    client: shows.client ? client : null,
    timezone,
    madeAt: new Date().toISOString(),
  };
}
