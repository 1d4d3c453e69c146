import { mayGive } from "../../../accounts/members/memberships.js";
import { type Role, roles } from "../../../domain/vocabulary.js";
import { roleNames } from "../../vocabulary-texts.js";
import type { PageRequest } from "../page-request.js";

/** The roles to choose from: only an owner makes owners. */
export const RoleOptions = ({ request, chosen }: { request: PageRequest; chosen: Role }) => (
  <>
    {roles
      .filter((role) => mayGive(request.organization.role, role))
      .map((role) => (
        <option key={role} value={role} selected={role === chosen}>
          {request.text(roleNames[role])}
        </option>
      ))}
  </>
);
