// @vitest-environment jsdom
import { existsSync } from 'node:fs'
import path from 'node:path'
import { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { permissionFor } from '#contract/kernel/permissions.ts'
import { records } from '#contract/kernel/all-records.ts'
import { menu } from '#web/kernel/shell/menu.ts'
import { FRAME_READS, pagePatterns, screenFiles } from '#web/kernel/shell/pages-plugin.ts'
import { accessOf } from './contract.ts'
import { presentRead } from '../../api/preloads.ts'
import type { ReadFirst } from '#web/kernel/shell/first-page.ts'
import type { Screen } from '#web/kernel/shell/screens.ts'
import { paths, screens } from '#web/screens.ts'

const all = Object.values<Screen>(screens)

test.each(all)('the module of the screen $name has one component', async ({ load }) =>
  expect(Object.keys(await load()).filter((name) => name.endsWith('Screen'))).toHaveLength(1),
)

test('no two screens have one address', () =>
  expect(new Set(Object.values(paths).map(({ pattern }) => pattern)).size).toBe(
    Object.keys(paths).length,
  ))

test('every screen with a group stands in the menu once, those of visitors in none', () => {
  expect(menu.flatMap(({ items }) => items.map(({ name }) => name)).toSorted()).toEqual(
    all
      .filter(({ group }) => group !== undefined)
      .map(({ name }) => name)
      .toSorted(),
  )
  expect(
    all.filter(({ path, group }) => !path.startsWith('/admin/') && group !== undefined),
  ).toEqual([])
})

test('no two lines of the menu have one icon, by which a folded menu tells them apart', () => {
  const icons = menu.flatMap(({ items }) => items)
  const twins = [...Map.groupBy(icons, ({ icon }) => icon).values()].filter(
    (lines) => lines.length > 1,
  )
  expect(twins.map((lines) => lines.map(({ name }) => name))).toEqual([])
})

test('the screen of a plain record is guarded as the record is', () => {
  for (const { record, permission, name } of all.filter((screen) => screen.record !== undefined)) {
    const type = records.find((one) => one.name === record)
    expect(type && permissionFor(type.permission, 'menu'), name).toBe(permission)
  }
})

test('every record has a screen', () => {
  const shown = new Set(all.map(({ of }) => of))
  expect(records.filter(({ name }) => !shown.has(name)).map(({ name }) => name)).toEqual([])
})

test('the build reads from the manifests what each screen asks for first, and its parts', () => {
  const found = screenFiles(path.resolve('web'))
  for (const { name, permission, firstReads = [], partsByStatus = {}, ...one } of all) {
    const built = found.find(({ pattern }) => pattern === one.path)
    const reads = firstReads.map((read) => (typeof read === 'string' ? [read, permission] : read))
    expect(built?.reads ?? [], name).toEqual(reads)
    expect(
      (built?.parts ?? []).map(([status]) => status),
      name,
    ).toEqual(Object.keys(partsByStatus))
  }
  const parts = found.flatMap((one) => one.parts)
  expect(parts.length).toBeGreaterThan(0)
  expect(parts.filter(([, file]) => !existsSync(file))).toEqual([])
})

test('a first read is a route, asked for with the permission that the route wants', () => {
  const reads = screenFiles(path.resolve('web')).flatMap((one) => one.reads)
  expect(reads.length).toBeGreaterThan(0)
  for (const [read, permission] of reads)
    expect(accessOf(read.replace(/\?.*/, '')), read).toEqual({ permission })
})

test.each(all.filter(({ firstReads }) => firstReads !== undefined))(
  'the screen $name takes each answer that its page begins with',
  async ({ path: pattern, firstReads = [], load }) => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string | URL | Request) => {
      const address = String(url instanceof Request ? url.url : url).replace(/^.*\/api\//, '/')
      const session = { accessToken: 't', expiresIn: 300, sessionEndsIn: 900, userId: 'u1' }
      if (address === '/session/token')
        return Response.json({ status: 0, result: { data: session } })
      asked.push(address)
      return Response.json({}, { status: 404 })
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { readFirst } = (await load()) as { readonly readFirst: ReadFirst }
    const params = matchPath(pattern, pattern.replaceAll(':', ''))?.params ?? {}
    await Promise.all(readFirst(new QueryClient(), { profileId: 'p1', can: () => true, params }))
    const now = new Date()
    const month = { profileId: 'p1', year: now.getFullYear(), month: now.getMonth() + 1 }
    const addresses = (reads: readonly (string | readonly [path: string, permission: string])[]) =>
      reads.map((read) =>
        presentRead(typeof read === 'string' ? read : read[0], month)
          .replace(':userId', 'u1')
          .replaceAll(':', ''),
      )
    // The frame takes its answers itself, where the screen does not.
    const ofFrame = addresses(FRAME_READS)
    expect(asked.filter((one) => !ofFrame.includes(one)).toSorted()).toEqual(
      addresses(firstReads).toSorted(),
    )
  },
)

test('the server knows the address of every screen, read from the manifests without their icons', () => {
  const begun = all.flatMap(({ begin }) => begin?.path ?? [])
  expect(pagePatterns(path.resolve('web'))).toEqual(
    [...new Set(['/admin', ...all.map((one) => one.path), ...begun])].sort(),
  )
})
