# Node 24, production dependencies only, not root; nothing is written but under DATA_DIR, which is a volume.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Every package brings what it needs: none builds anything, for which there is no compiler here.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.cache

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/package.json /app/main.ts ./
COPY --from=build /app/domain ./domain
COPY --from=build /app/commands ./commands
COPY --from=build /app/projections ./projections
COPY --from=build /app/workers ./workers
COPY --from=build /app/api ./api
COPY --from=build /app/scripts ./scripts
RUN mkdir -p /data node_modules/.cache/carnet && chown 1000:1000 /data node_modules/.cache/carnet
# By number, so that Kubernetes can tell that it is not root.
USER 1000:1000
# What Node compiles is kept in the image, for a start with the same flags: a start, and a second one, on a root that is read-only.
RUN node --min-semi-space-size=16 --max-semi-space-size=16 --heap-growing-percent=40 --import ./scripts/compile-cache.mjs --disable-warning=ExperimentalWarning scripts/warm.ts
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "scripts/healthy.mjs"]
# A bound on the space for new objects: the log's replay would else let it grow by some 100 MB, which are not given back.
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--heap-growing-percent=40", "--import", "./scripts/compile-cache.mjs", "--disable-warning=ExperimentalWarning", "dist/server/main.js"]
