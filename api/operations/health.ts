import { statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { healthRoutes } from '#contract/operations/operations.contract.ts'
import { legalRatesWith, missingHalfYears } from '#domain/billing/legal-rates.ts'
import { enteredLegalRates, legalRateRecords } from '#projections/billing/legal-rates.ts'
import { isVolumeEncrypted } from '#commands/gateways/engines/volume.ts'
import type { LogBook } from '#domain/operations/log-book.ts'
import type { Api } from '../kernel/api.ts'
import { todayOf } from '#api/billing/bill-access.ts'
import { logHistogram } from './log-histogram.ts'
import type { Readiness } from './readiness.ts'

export type HealthOptions = {
  readonly readiness: () => Promise<Readiness>
  /** The directory whose disk is measured. */
  readonly dataDir: string
  /** Time of the last backup; null on servers, which have tools of their own. */
  readonly backupAt: (() => Promise<number | null>) | null
}

async function diskOf(dataDir: string): Promise<{ readonly used: number; readonly total: number }> {
  const { bsize, blocks, bavail } = await statfs(dataDir)
  return { used: (blocks - bavail) * bsize, total: blocks * bsize }
}

/** State of engines, read models, memory and disk, for operators. */
export function healthApi(
  api: Api,
  { readiness, dataDir, backupAt }: HealthOptions,
  { book }: { readonly book: Pick<LogBook, 'count'> },
): void {
  api.serve(healthRoutes.one, {}, async ({ now }) => {
    const [health, disk, hours] = await Promise.all([
      readiness(),
      diskOf(dataDir),
      logHistogram(
        book,
        { levels: [], sources: [], words: [], from: undefined, to: undefined },
        now,
      ),
    ])
    return {
      at: now,
      ready: health.ready,
      engines: [...health.engines],
      projections: health.projections.map(({ name, ok, state, lag }) => ({
        name,
        ok,
        state,
        behind: lag?.events ?? null,
        seconds: lag?.seconds ?? null,
      })),
      memory: { used: totalmem() - freemem(), total: totalmem() },
      disk,
      encrypted: isVolumeEncrypted(dataDir),
      uptime: Math.floor(process.uptime()),
      hours,
    }
  })

  api.serve(
    healthRoutes.upkeep,
    { reads: { legalRates: legalRateRecords } },
    async ({ read, ...call }) => ({
      missingRates: [
        ...missingHalfYears(
          todayOf(call),
          legalRatesWith(await enteredLegalRates(read.legalRates)),
        ),
      ],
      backupAt: backupAt && ((await backupAt()) ?? 0),
    }),
  )
}
