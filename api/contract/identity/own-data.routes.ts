import type { OwnDataSchemas } from './own-data.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

export const ownDataRoutes = endpoints<OwnDataSchemas>({
  whole: {
    method: 'GET',
    path: '/export/:userId',
    summary: 'All of the caller’s data as a ZIP, made while it is sent',
    access: 'signed-in',
    kind: 'binary',
    heavy: true,
    perMinute: 6,
    closedToGuests: true,
  },
  begin: {
    method: 'POST',
    path: '/export/:userId',
    summary: 'Begins an export of all of the caller’s data; while one runs, answers that one',
    access: 'signed-in',
    heavy: true,
    withoutPlan: true,
    perMinute: 6,
    closedToGuests: true,
  },
  all: {
    method: 'GET',
    path: '/export/:userId/all',
    summary: 'The caller’s exports that have not expired, the newest first',
    access: 'signed-in',
  },
  one: {
    method: 'GET',
    path: '/export/:userId/:id',
    summary: 'How far an export is, and the link to it once it is ready',
    access: 'signed-in',
  },
  file: {
    method: 'GET',
    path: '/export/:userId/:id/file/:token',
    summary: 'The ZIP of an export, by its link, until that expires',
    access: 'anyone',
    kind: 'binary',
    perMinute: 30,
  },
})
