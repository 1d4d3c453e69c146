/** A column of SQL: the roles that a user has on single projects. @param alias a table with `organization_id` and `user_id` */
export const shareRolesOf = (alias: string): string =>
  `array(select distinct s.role from project_share s where s.organization_id = ${alias}.organization_id and s.user_id = ${alias}.user_id order by 1) as "shareRoles"`;
