import type { TokenEndpointGrantContext } from "oidc-provider";
import { scopes } from "../../accounts/scopes.js";
import { Provider } from "./oidc.js";

/** The parameters of a refresh. */
interface Refresh {
  refresh_token?: string;
  scope?: string;
}
type Names = string | readonly string[] | ReadonlySet<string>;

/**
 * The library's authorization server, but a refresh may ask for more than was approved: many clients ask again for all that they first
 * wanted, and their connection would end within an hour where the user chose reading alone.
 */
export class PatientProvider extends Provider {
  /** The library registers its own grants by this, too. */
  override registerGrantType<Params extends object>(
    name: string,
    handler: (ctx: TokenEndpointGrantContext<Params>) => void | Promise<void>,
    params?: Names,
    duplicates?: Names,
  ): void {
    const patient = async (ctx: TokenEndpointGrantContext<Params & Refresh>) => {
      if (name === "refresh_token") await narrowScope(ctx);
      await handler(ctx);
    };
    super.registerGrantType(name, patient, params, duplicates);
  }
}

/** Leaves those of the scopes asked for that were approved. Where none was, the library refuses the refresh. */
async function narrowScope({ oidc: { provider, params } }: TokenEndpointGrantContext<Refresh>): Promise<void> {
  if (!params.scope || !params.refresh_token) return;
  const token = await provider.RefreshToken.find(params.refresh_token, { ignoreExpiration: true });
  const kept = params.scope.split(" ").filter((scope) => token?.scopes.has(scope));
  if (scopes.some((scope) => kept.includes(scope))) params.scope = kept.join(" ");
}
