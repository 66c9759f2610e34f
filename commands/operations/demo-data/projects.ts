import { noTerms, type ProjectTerms } from '#domain/projects/project.ts'
import { addDays, yearOf } from '#domain/kernel/time.ts'
import { type Chapter, days, type Episode, monthsBefore } from './tale.ts'

/** A contract of each kind, and the user's own time. */
export const projectsChapter: Chapter = ({
  commands,
  today,
  first,
  start,
  profileId,
  id,
  meta,
}) => {
  const signed = (
    key: string,
    client: string,
    title: string,
    terms: Partial<ProjectTerms>,
  ): Episode => {
    const from = terms.startDate || first
    const day = addDays(from, -5)
    return {
      day,
      tell: () =>
        commands.projects.add(
          id(key),
          {
            profileId,
            ref: `C-${title.slice(0, 3).toUpperCase()}-${yearOf(from)}`,
            title,
            templates: [],
            isBillable: true,
            terms: {
              ...noTerms,
              clientId: id(client),
              vatRate: 2_000,
              penaltyRate: 1_215,
              paymentDeadline: 30,
              ...terms,
            },
          },
          meta(key, day),
        ),
    }
  }
  return [
    {
      day: start,
      tell: () =>
        commands.projects.add(
          id('inhouse'),
          {
            profileId,
            ref: 'INTERNE',
            title: 'Prospection, gestion',
            templates: [],
            isBillable: false,
            terms: noTerms,
          },
          meta('inhouse', start),
        ),
    },
    signed('portal', 'brumaire', 'Refonte du portail', {
      priceMinor: 65_000,
      soldDays: days(180),
      startDate: first,
      endDate: addDays(today, 98),
    }),
    signed('audit', 'hydravion', 'Audit d’accessibilité', {
      priceMinor: 65_000,
      soldDays: days(60),
      startDate: monthsBefore(today, 8),
      endDate: addDays(today, 10),
    }),
    signed('diagnosis', 'moulin', 'Diagnostic énergétique', {
      priceMode: 'fixed',
      priceMinor: 600_000,
      soldDays: days(8),
      startDate: monthsBefore(today, 2),
      endDate: addDays(today, 28),
    }),
    signed('hosting', 'tournebroche', 'Suivi du site', {
      priceMinor: 58_000,
      isRenewable: true,
      renewalPeriod: 365,
      startDate: monthsBefore(today, 5),
    }),
  ]
}
