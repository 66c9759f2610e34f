import { Companies } from './companies-screen.tsx'

/** Route `/admin/prospecting/company`: those one would like to work for. */
export const ProspectsScreen = () => <Companies kind="prospect" />
