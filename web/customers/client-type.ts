import type { AddressedType } from '#contract/kernel/records.endpoints.ts'

/**
 * The addresses of clients, for screens without a form of them. The record's declaration would
 * bring all records and zod.
 */
export const CLIENT = {
  context: 'customers',
  name: 'company',
  scope: 'owner',
  read: 'permission',
  permission: 'company',
} as const satisfies AddressedType & { readonly context: string }
