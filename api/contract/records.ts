/** The record types. Their fields import zod; `records.routes.ts` does not. */
export { Company } from '#domain/customers/company.record.ts'
export { Contact } from '#domain/customers/contact.record.ts'
export { records } from '#domain/records.ts'
export { Product } from '#domain/stock/product.record.ts'
export type { Field, FieldKind } from '#domain/kernel/field.ts'
export { sortedFields } from '#domain/kernel/record-sort.ts'
export { PALETTE_SIZE } from '#domain/kernel/fields.ts'
export { formSchema, type RecordRow, type RecordType, referenceName, titleOf } from '#domain/kernel/record.ts'
