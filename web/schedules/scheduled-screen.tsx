import { ScheduleList } from './schedule-list.tsx'

/** Path `/admin/portfolio/scheduled`. */
export const ScheduledScreen = () => <ScheduleList family="scheduledTransaction" />
