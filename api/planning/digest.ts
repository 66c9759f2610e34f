import type { WriteDigest } from '#commands/planning/notification-digests.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { grants, type Permission } from '#domain/kernel/permissions.ts'
import { dayIn, dayOfEpoch } from '#domain/kernel/time.ts'
import { element, elementWith, type Xml } from '#domain/kernel/xml.ts'
import type { Reminder } from '#contract/planning/notifications.contract.ts'
import { REMINDER_GROUPS } from '#contract/planning/planning.values.ts'
import { permissionsOf, roles } from '#projections/identity/roles.ts'
import { users } from '#projections/identity/users.ts'
import { openReads, type ReadModels } from '#projections/kernel/read-models.ts'
import { isLanguage, type Language } from '../kernel/languages.ts'
import { amountText, clockText, dayText } from '../kernel/formats.ts'
import { isolated, word } from '../kernel/words.ts'
import { latest, sentence, toldReads } from './notifications.ts'
import { waitingFor, waitingReads } from './waiting.ts'

const reads = { ...waitingReads, ...toldReads, users, roles }

/** A user's text holds no variable of a mail: double braces would keep the mail from going. */
const plain = (text: string): string => text.replaceAll(/[{}]/g, '')

/** A heading with its lines; nothing without lines. */
const section = (heading: string, lines: readonly string[]): readonly Xml[] =>
  lines.length === 0
    ? []
    : [element('h3', heading), element('ul', ...lines.map((line) => element('li', plain(line))))]

/** `F-2026-012 en retard · 10 novembre 2026 · 1 200,00 €`. */
function lineOf(
  { layer, kind, title, day, start, amount, currency }: Reminder,
  language: Language,
  timeZone: string,
) {
  const text = word(language, 'planning', `fact.${layer}.${kind}`, {
    title: isolated(language, title),
  })
  const when = [
    dayText(language, dayOfEpoch(day)),
    start > 0 ? clockText(language, start, timeZone) : '',
  ]
  const sum = amount === null ? '' : amountText(language, amount, currency)
  return [text, when.filter(Boolean).join(' '), sum].filter(Boolean).join(' · ')
}

/**
 * Writes mails of reminders: unread notifications since the last one, and waiting work. A daily
 * mail leaves out the days ahead. Overdue work alone is no reason for a mail: it was told on its
 * day.
 */
export const digestWriter =
  ({
    readModels,
    clock,
    publicUrl,
  }: {
    readonly readModels: Pick<ReadModels, 'of'>
    readonly clock: Clock
    readonly publicUrl: string
  }): WriteDigest =>
  async (owner, { rhythm, since, until }, stopPath) => {
    const read = await openReads(readModels, reads)
    const user = await read.users.get(owner)
    if (user === null || !user.active || user.profile.mail === '') return null
    const { preferredLanguage, timeZone } = user.parameters
    const language = isLanguage(preferredLanguage) ? preferredLanguage : 'fr'
    const permissions = await permissionsOf(read.roles, user.roleIds)
    const can = (permission: Permission) => grants(permissions, permission)

    const unread = (await latest({ read, owner, can })).filter(
      ({ at, readBy }) => at > since && at <= until && !readBy.includes(owner),
    )
    const waiting = (
      await waitingFor({ read, owner, timeZone, now: clock.now(), language }, can)
    ).filter(
      ({ snoozedUntil, group }) => snoozedUntil === 0 && (group !== 'week' || rhythm === 'weekly'),
    )
    const isNews =
      unread.length > 0 || waiting.some(({ group }) => group !== 'overdue' || rhythm === 'weekly')
    if (!isNews) return null

    const t = (key: string, details = {}) => word(language, 'planning', `digest.${key}`, details)
    const unsubscribe = new URL(stopPath, publicUrl)
    unsubscribe.searchParams.set('lang', language)
    const links = [
      elementWith('a', { href: new URL('/admin', publicUrl).href }, t('open')),
      elementWith('a', { href: unsubscribe.href }, t('stop')),
    ]
    const parts = [
      ...section(
        t('told'),
        await Promise.all(unread.map((doc) => sentence(read, doc, language, timeZone))),
      ),
      ...REMINDER_GROUPS.flatMap((group) =>
        section(
          t(`group.${group}`),
          waiting
            .filter((one) => one.group === group)
            .map((one) => lineOf(one, language, timeZone)),
        ),
      ),
      ...links.map((link) => element('p', link)),
      element('p', t('why')),
    ]
    return {
      address: user.profile.mail,
      subject: t('subject', { day: dayIn(until, timeZone) }),
      html: parts.map(({ markup }) => markup).join(''),
      unsubscribe: unsubscribe.href,
    }
  }
