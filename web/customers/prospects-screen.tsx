import { Companies } from './companies-screen.tsx'

/** Route `/admin/prospecting/company`: companies that the user would like to work for. */
export const ProspectsScreen = () => <Companies kind="prospect" />
