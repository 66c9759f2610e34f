import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/kernel/data/session.tsx'
import { notifyInfo } from '#web/kernel/data/toasts.ts'
import { browserTimeZone, wallClock } from '#web/kernel/words/time-zone.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'

const KEY = 'carnet.away'
const WEEK_MS = 7 * DAY_MS

/** Zones whose clocks agree today are one. */
const differs = (now: number, zone: string) => {
  const [here, account] = [wallClock(now, zone), wallClock(now)]
  return here.day !== account.day || here.minutes !== account.minutes
}

/**
 * First moment of this browser in another time zone than the account; 0 without a difference at the
 * last visit.
 */
function awaySince(zone: string): number {
  const [storedZone, since] = (localStorage.getItem(KEY) ?? '').split(' ')
  return storedZone === zone ? Number(since) : 0
}

/**
 * Asks whether to take this browser's time zone when it has differed from the account's for a week.
 */
export function TimeZoneQuestion() {
  const { t } = useTranslation('kernel')
  const { me, setTimeZone } = useSession()
  useEffect(() => {
    const now = Date.now()
    const zone = browserTimeZone()
    if (!differs(now, zone)) return localStorage.removeItem(KEY)
    const since = awaySince(zone)
    if (since > 0 && now - since < WEEK_MS) return
    localStorage.setItem(KEY, `${zone} ${now}`)
    if (since === 0) return
    const [place = zone] = zone.split('/').toReversed()
    notifyInfo(t('timeZone.question', { zone: place.replaceAll('_', ' ') }), {
      action: { label: t('timeZone.take'), run: () => setTimeZone(zone) },
    })
  }, [me.params.timeZone, setTimeZone, t])
  return null
}
