/** The record types. Their fields import zod; `records.endpoints.ts` does not. */
export { Company } from '#domain/customers/company.record.ts'
export { Contact } from '#domain/customers/contact.record.ts'
export { MailTemplate } from '#domain/mail/mail-template.record.ts'
export { SavedFilter } from '#domain/profile/saved-filter.record.ts'
export { JobApplication } from '#domain/prospecting/job-application.record.ts'
export { Offer } from '#domain/prospecting/offer.record.ts'
export { Publication } from '#domain/prospecting/publication.record.ts'
export { SearchCriteria } from '#domain/prospecting/search-criteria.record.ts'
export { Product } from '#domain/stock/product.record.ts'
export { TaskPriority } from '#domain/tasks/task-priority.record.ts'
export { TaskTag } from '#domain/tasks/task-tag.record.ts'
export type { Field, FieldKind } from '#domain/kernel/records/field.ts'
export { sortedFields } from '#domain/kernel/records/record-sort.ts'
export { PALETTE_SIZE } from '#domain/kernel/palette.values.ts'
export {
  formSchema,
  type RecordRow,
  type RecordType,
  referenceName,
  titleOf,
} from '#domain/kernel/records/record.ts'
