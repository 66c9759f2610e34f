import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportDraft, ImportDrafts } from '#commands/gateways/import-drafts/import-drafts.ts'

const NOW = 1_760_000_000_000
const draft: ImportDraft = {
  id: '01JD0000000000000000000000',
  owner: 'anna',
  name: 'cv.pdf',
  state: 'analyzing',
  startedAt: NOW,
  expiresAt: NOW + 1_000,
  failure: null,
  reading: { text: '', fields: [], unplaced: [] },
  saved: 0,
}

/** The contract of every store of imports under way. */
export function importDraftsSuite(
  name: string,
  make: () => Promise<{ readonly drafts: ImportDrafts; dispose(): Promise<void> }>,
): void {
  describe(`${name}, as a store of imports under way`, () => {
    let given: Awaited<ReturnType<typeof make>>
    beforeEach(async () => {
      given = await make()
      await given.drafts.add(draft)
    })
    afterEach(() => given.dispose())
    const found = (now = NOW, owner = 'anna') => given.drafts.find(owner, draft.id, now)

    test('finds a draft for its owner, until it expires', async () => {
      expect(await found()).toEqual(draft)
      expect(await found(NOW, 'bob')).toBeNull()
      expect(await found(NOW + 1_000)).toBeNull()
    })

    test('replaces a draft, and brings none back that was removed', async () => {
      const read: ImportDraft = {
        ...draft,
        state: 'review',
        reading: { text: 'Figma', fields: [], unplaced: ['Figma'] },
      }
      await given.drafts.replace(read)
      expect(await found()).toEqual(read)
      expect(await given.drafts.remove('bob', draft.id)).toBe(false)
      expect(await given.drafts.remove('anna', draft.id)).toBe(true)
      expect(await given.drafts.remove('anna', draft.id)).toBe(false)
      await given.drafts.replace(read)
      expect(await found()).toBeNull()
    })

    test('names the drafts of every owner whose files are being read', async () => {
      const other = { ...draft, id: '01JD0000000000000000000002', owner: 'bob', aliveAt: NOW + 5 }
      await given.drafts.add(other)
      const named = async () =>
        (await given.drafts.analyzing()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(await named()).toEqual([draft, other])
      await given.drafts.replace({ ...draft, state: 'review' })
      expect(await named()).toEqual([other])
    })

    test('removes all drafts of an owner, and those that have expired', async () => {
      const later = {
        ...draft,
        id: '01JD0000000000000000000001',
        owner: 'bob',
        expiresAt: NOW + 2_000,
      }
      await given.drafts.add(later)
      await given.drafts.purge(NOW + 1_000)
      expect(await found()).toBeNull()
      expect(await given.drafts.find('bob', later.id, NOW)).toEqual(later)
      await given.drafts.removeAll('bob')
      expect(await given.drafts.find('bob', later.id, NOW)).toBeNull()
    })
  })
}
