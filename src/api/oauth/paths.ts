export const oauthPath = "/api/oauth";

/** The path of an approval's page. */
export const interactionPath = (uid: string): string => `${oauthPath}/interaction/${uid}`;
