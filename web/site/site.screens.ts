import { FileText, Pencil } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'

// Themes and topics are reached from the articles.
export const siteScreens = screens('site', {
  articles: screen({
    path: '/admin/settings/blogs-generator',
    permission: 'perm_blogs_menu',
    group: 'settings',
    icon: Pencil,
    of: 'blog',
    shows: openRow,
    begin: { permission: 'perm_blogs_manage', query: { open: 'new' } },
    load: () => import('./articles-screen.tsx'),
  }),
  themes: screen({
    path: '/admin/settings/blogs-generator/themes',
    permission: 'perm_blogs_menu',
    of: 'theme',
    record: 'theme',
    shows: openRow,
    load: () => import('#web/kernel/records/plain-record-screen.tsx'),
  }),
  topics: screen({
    path: '/admin/settings/blogs-generator/topics',
    permission: 'perm_blogs_menu',
    of: 'topic',
    record: 'topic',
    shows: openRow,
    load: () => import('#web/kernel/records/plain-record-screen.tsx'),
  }),
  sitePages: screen({
    path: '/admin/settings/pages',
    permission: 'perm_blogs_menu',
    group: 'settings',
    icon: FileText,
    of: 'content',
    shows: openRow,
    begin: { permission: 'perm_blogs_manage', query: { open: 'new' } },
    load: () => import('./site-pages-screen.tsx'),
  }),
})
