import { endpoints } from '#contract/kernel/endpoint.ts'
import type { SiteSchemas } from './site.schemas.ts'

export const siteRoutes = endpoints<SiteSchemas>({
  everyone: {
    method: 'GET',
    path: '/blog/all/public',
    summary: 'Published articles, the newest first',
    access: 'public',
  },
  landing: {
    method: 'GET',
    path: '/blog/landing',
    summary: 'The three newest articles in the language of the request, or in any',
    access: 'public',
  },
  article: { method: 'GET', path: '/blog/:id', summary: 'One published article', access: 'public' },
  outline: {
    method: 'POST',
    path: '/blog/:userId/outline/:topicId',
    outside: true,
    summary: 'Proposes the outline of an article about a topic. Nothing is stored',
    access: { permission: 'perm_blogs_manage' },
    heavy: true,
    perMinute: 20,
  },
  generate: {
    method: 'POST',
    path: '/blog/:userId/generate/:topicId',
    outside: true,
    summary:
      'Drafts an article about a topic, under the headings that were agreed. A person publishes it',
    access: { permission: 'perm_blogs_manage' },
    heavy: true,
    perMinute: 20,
  },
  publish: {
    method: 'PUT',
    path: '/blog/:userId/:id/publish',
    summary: 'Publishes an article, at once or from an instant on',
    access: { permission: 'perm_blogs_manage' },
  },
  unpublish: {
    method: 'PUT',
    path: '/blog/:userId/:id/unpublish',
    summary: 'Makes an article a draft again: its page is gone',
    access: { permission: 'perm_blogs_manage' },
  },
  config: {
    method: 'GET',
    path: '/content/config',
    summary:
      'Addresses of published pages, each with the id of the page in the language of the request',
    access: 'public',
  },
  page: { method: 'GET', path: '/content/:id', summary: 'One published page', access: 'public' },
  publishPage: {
    method: 'PUT',
    path: '/content/:userId/:id/publish',
    summary: 'Publishes a page: its draft becomes what readers see',
    access: { permission: 'perm_blogs_manage' },
  },
  unpublishPage: {
    method: 'PUT',
    path: '/content/:userId/:id/unpublish',
    summary: 'Takes a page back: its address is free',
    access: { permission: 'perm_blogs_manage' },
  },
})
