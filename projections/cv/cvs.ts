import { type CvEvent, type CvFacts, usualCv } from '#domain/cv/cv.ts'
import type { DayOrNone } from '#domain/kernel/time.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { defineProjection } from '../kernel/projection.ts'
import type { Stamp } from '../kernel/stamp.ts'

/** A kept version, without its content, which the log holds. */
type CvVersion = {
  readonly number: number
  readonly name: string
  /** @unit epoch milliseconds */
  readonly at: number
  readonly restores: number
  readonly sent: readonly { readonly to: string; readonly on: DayOrNone; readonly at: number }[]
}

/** A CV: the main one has the user's id. */
export type CvDoc = Doc &
  Stamp & { readonly facts: CvFacts; readonly versions: readonly CvVersion[] }

export const cvs = defineProjection<CvEvent, CvDoc>({
  name: 'cvs',
  version: 2,
  on: {
    CvArranged: (doc, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      facts: { ...(doc?.facts ?? usualCv), ...data.changes },
      versions: doc?.versions ?? [],
    }),
    CvVersionKept: (doc, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      facts: doc?.facts ?? usualCv,
      versions: [
        ...(doc?.versions ?? []),
        {
          number: data.number,
          name: data.name,
          at: stamp.lastModificationDate,
          restores: data.restores,
          sent: [],
        },
      ],
    }),
    CvSent: (doc, { data, stamp }) =>
      doc && {
        ...doc,
        ...stamp,
        versions: doc.versions.map((one) =>
          one.number === data.number
            ? {
                ...one,
                sent: [...one.sent, { to: data.to, on: data.on, at: stamp.lastModificationDate }],
              }
            : one,
        ),
      },
    CvDropped: () => null,
    CvCleared: () => null,
  },
  indexes: [],
})
