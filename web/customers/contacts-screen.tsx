import { Contact } from '#contract/records.ts'
import { RecordScreen } from '#web/kernel/record-screen.tsx'

/** Route `/admin/prospecting/contact`: people, with the company they are reached at. */
export const ContactsScreen = () => <RecordScreen type={Contact} words="customers" />
