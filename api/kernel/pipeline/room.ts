import { refusal } from '#domain/kernel/errors.ts'
import type { Step } from './exchange.ts'

/**
 * Writing stops before the disk is full, so that reading and sign-in go on. Visitors may still sign
 * in. @throws DISK_FULL
 */
export const requireRoom: Step = ({ route, caller }, { isDiskFull }) => {
  if (route.method !== 'GET' && caller !== null && isDiskFull?.()) throw refusal('DISK_FULL')
}
