import { DuplicatesOf } from './duplicates.tsx'

/** Route `/admin/customer/company/duplicates`: companies that were entered twice. */
export const CompanyDuplicatesScreen = () => <DuplicatesOf entity="company" />
