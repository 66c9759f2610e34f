/** Permissions without the schemas: menu and palette need no more. */
export {
  permissionFor,
  type PermissionGroup,
  type RecordAction,
} from '#domain/kernel/permissions.ts'
