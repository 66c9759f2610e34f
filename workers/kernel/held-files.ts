import { statSync } from 'node:fs'
import path from 'node:path'
import { LogReplaced } from '#commands/event-store/sqlite-writer.ts'
import { DATA_FILES, type Placement } from './data-directory.ts'

const placeOf = (file: string): string | null => {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.dev} ${stat.ino}`
}

/**
 * Notices keys or accounts that are moved or replaced under the product. Writes to them would be
 * lost at its end, so the log takes nothing more.
 */
export function heldFiles() {
  let held: readonly (readonly [file: string, place: string])[] = []
  return {
    /** Notes where the files are, once the start is done with them. */
    hold: (placement: Placement): void => {
      held = DATA_FILES.filter(({ isNeeded }) => isNeeded(placement)).flatMap(({ name }) => {
        const file = path.join(placement.DATA_DIR, name)
        const place = placeOf(file)
        return place === null ? [] : [[file, place] as const]
      })
    },
    /** @throws LogReplaced naming the file */
    assertThere: (): void => {
      for (const [file, place] of held)
        if (placeOf(file) !== place)
          throw new LogReplaced(
            `${file} was moved or replaced while the product runs. Put the right file back`,
          )
    },
  }
}
export type HeldFiles = ReturnType<typeof heldFiles>
