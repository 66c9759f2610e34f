import { ScheduleList } from './schedule-list.tsx'

/** Path `/admin/portfolio/charges`. */
export const ChargesScreen = () => <ScheduleList family="charge" />
