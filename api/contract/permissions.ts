/** Which permission opens what, without the schemas: the menu and the palette need no more. */
export { permissionFor, type PermissionGroup, type RecordAction } from '#domain/kernel/permissions.ts'
