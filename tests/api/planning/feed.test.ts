import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedApi } from '#api/planning/feed.ts'
import { calendarFeeds } from '#projections/planning/calendar-feeds.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'
import { startContext } from '../context-server.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
let product: Product
let anna: SignedIn
let admin: SignedIn
beforeAll(async () => {
  product = await startProduct({ now: () => NOW })
  admin = await product.freelancer('manager', { permissions: ['perm_admin'] })
  anna = await product.freelancer('anna')
  const event = { title: 'Restitution', start: NOW, end: NOW + 3_600_000 }
  await product.data(anna, 'POST', `event/${anna.userId}`, event)
})
afterAll(() => product.stop())

/** The last write, which reads wait for. */
let position = ''
const open = async (): Promise<string> => {
  const opened = await product.data<{ path: string; position: string }>(
    anna,
    'POST',
    `calendar/${anna.userId}/feed`,
  )
  position = opened.position
  return opened.path
}
/** Another calendar program asks, which is not signed in. */
const fetched = (path: string) =>
  product.app.inject({ url: path, headers: { 'x-min-position': position } })
const state = () =>
  product.data(anna, 'GET', `calendar/${anna.userId}/feed`, undefined, {
    'x-min-position': position,
  })

test('a feed is read with its secret alone, until that is replaced or revoked', async () => {
  expect(await state()).toEqual({ open: false, since: 0 })
  const first = await open()
  expect(await state()).toEqual({ open: true, since: NOW })
  const answer = await fetched(first)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.body).toContain('SUMMARY:Restitution')

  const second = await open()
  expect((await fetched(first)).statusCode).toBe(404)
  expect((await fetched(second)).statusCode).toBe(200)
  // The secret of one user does not open the calendar of another one.
  expect((await fetched(second.replace(anna.userId, admin.userId))).statusCode).toBe(404)

  position = (await product.data(anna, 'DELETE', `calendar/${anna.userId}/feed`)).position
  expect((await fetched(second)).statusCode).toBe(404)
  expect((await product.as(anna, 'DELETE', `calendar/${anna.userId}/feed`)).statusCode).toBe(404)
})

test('the log holds no secret of a feed', async () => {
  const server = await startContext([calendarFeeds], (api, commands) =>
    feedApi(api, commands.calendarFeeds),
  )
  const { path } = (await server.ask('POST', '/calendar/user-1/feed')).data
  const secret = path.slice(path.lastIndexOf('/') + 1, -'.ics'.length)
  expect(secret).toMatch(/^[\w-]{43}$/)
  const { events } = await server.store.readAll('0'.repeat(20), { limit: 10 })
  expect(events.map(({ type }) => type)).toEqual(['CalendarFeedOpened'])
  expect(JSON.stringify(events)).not.toContain(secret)
  await server.stop()
})

test('a disabled user has no feed', async () => {
  const path = await open()
  position = (await product.data(admin, 'PUT', `users/${admin.userId}/${anna.userId}/false`))
    .position
  expect((await fetched(path)).statusCode).toBe(404)
})
