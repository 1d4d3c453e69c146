export const oauthPath = "/api/oauth";

/** The path of an approval's page. */
export const interactionPath = (uid: string): string => `${oauthPath}/interaction/${uid}`;

/** Gives the provider, which has a Koa of its own, the client's address. Overwritten on each request, so it can't be forged. */
export const addressHeader = "x-pratica-address";
