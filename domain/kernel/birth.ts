import { refusal } from './errors.ts'
import type { Day, DayOrNone } from './time.ts'

/** A user was born today or before. @throws RULE_BROKEN naming `birthDate` */
export function assertBorn(birthDate: DayOrNone | null | undefined, today: Day): void {
  if (birthDate && birthDate > today)
    throw refusal('RULE_BROKEN', {}, [{ path: 'birthDate', code: 'BIRTH_IN_FUTURE' }])
}
