import { DuplicatesOf } from './duplicates.tsx'

/** Route `/admin/prospecting/contact/duplicates`: people who were entered twice. */
export const ContactDuplicatesScreen = () => <DuplicatesOf entity="contact" />
