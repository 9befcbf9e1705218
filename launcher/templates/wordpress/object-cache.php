<?php

/*
 * Plugin Name: Object cache in the shared memory of Tern
 * Description: Copy this file to wp-content/object-cache.php. All workers of the server share what WordPress caches.
 *
 * Settings in wp-config.php, all optional:
 *
 *     define('WP_CACHE_KEY_SALT', 'shop');      // sites with different ones have nothing in common; default: database and table prefix
 *     define('TERN_CACHE_DEADLINE', 30);        // seconds for the callback of wp_cache_remember(); 0: none
 */

// Outside of a server, as for wp-cli, WordPress uses its own cache.
if (class_exists('Tern\Cache') && Tern\Internal\in_worker() && (int) ini_get('tern.cache_size') !== 0) {
    final class WP_Object_Cache
    {
        public int $cache_hits = 0;
        public int $cache_misses = 0;
        /** @var array<string, array<mixed>> of this request, by group and key */
        public array $cache = [];
        /** @var array<string, true> */
        public array $global_groups = [];
        /** @var array<string, true> */
        public array $non_persistent_groups = [];
        public string $blog_prefix;
        public bool $multisite;

        private Tern\Cache $shared;
        /** What the keys of this site begin with. */
        private string $site;
        /** @var array<string, string> what the keys of a group begin with; flushing changes it */
        private array $prefixes = [];

        public function __construct()
        {
            $this->multisite = is_multisite();
            $this->blog_prefix = $this->multisite ? get_current_blog_id() . ':' : '';
            $this->shared = Tern\Cache::shared();
            $salt = defined('WP_CACHE_KEY_SALT') ? WP_CACHE_KEY_SALT : DB_HOST . '/' . DB_NAME . '/' . $GLOBALS['table_prefix'];
            $this->site = 'wordpress:' . hash('xxh64', (string) $salt);
        }

        // --- keys

        private function is_valid_key($key): bool
        {
            if (is_int($key) || (is_string($key) && trim($key) !== '')) {
                return true;
            }
            $what = is_string($key) ? 'Cache key must not be an empty string.' : 'Cache key must be integer or non-empty string, ' . gettype($key) . ' given.';
            _doing_it_wrong('WP_Object_Cache', $what, '6.1.0');
            return false;
        }

        private static function group($group): string
        {
            return empty($group) ? 'default' : (string) $group;
        }

        private function local_key($key, string $group): string
        {
            return $this->multisite && !isset($this->global_groups[$group]) ? $this->blog_prefix . $key : (string) $key;
        }

        private function is_shared(string $group): bool
        {
            return !isset($this->non_persistent_groups[$group]);
        }

        private function id(string $key, string $group): string
        {
            $this->prefixes[$group] ??= "$this->site:{$this->generation('')}:{$this->generation($group)}:" . hash('xxh64', $group) . ':';
            $prefix = $this->prefixes[$group];
            return strlen($prefix) + strlen($key) <= 1024 ? $prefix . $key : $prefix . hash('sha256', $key);
        }

        /** Of a group, or of all that the site has cached (''). It was dropped, if there is none: so were older entries, or they are not found. */
        private function generation(string $group): string
        {
            $key = "$this->site::" . ($group === '' ? '' : hash('xxh64', $group));
            while (($found = $this->shared->get($key)) === null) {
                $this->shared->add($key, bin2hex(random_bytes(5)));
            }
            return $found;
        }

        private function begin_generation(string $group): void
        {
            $this->shared->set("$this->site::" . ($group === '' ? '' : hash('xxh64', $group)), bin2hex(random_bytes(5)));
        }

        private static function copy($value)
        {
            return is_object($value) ? clone $value : $value;
        }

        private static function seconds($expire): ?int
        {
            return (int) $expire > 0 ? (int) $expire : null;
        }

        // --- values

        public function get($key, $group = 'default', $force = false, &$found = null)
        {
            $found = false;
            if (!$this->is_valid_key($key)) {
                return false;
            }
            $group = self::group($group);
            $key = $this->local_key($key, $group);
            if (isset($this->cache[$group]) && array_key_exists($key, $this->cache[$group]) && !($force && $this->is_shared($group))) {
                $found = true;
                ++$this->cache_hits;
                return self::copy($this->cache[$group][$key]);
            }
            $value = $this->is_shared($group) ? $this->shared->get($this->id($key, $group), $this) : $this;
            if ($value === $this) {  // which is in no cache
                unset($this->cache[$group][$key]);
                ++$this->cache_misses;
                return false;
            }
            $found = true;
            ++$this->cache_hits;
            $this->cache[$group][$key] = $value;
            return self::copy($value);
        }

        public function set($key, $data, $group = 'default', $expire = 0): bool
        {
            if (!$this->is_valid_key($key)) {
                return false;
            }
            $group = self::group($group);
            $key = $this->local_key($key, $group);
            $this->cache[$group][$key] = self::copy($data);
            if ($this->is_shared($group)) {
                @$this->shared->set($this->id($key, $group), $data, self::seconds($expire));  // false: too large, so only this request has it
            }
            return true;
        }

        public function add($key, $data, $group = 'default', $expire = 0): bool
        {
            if (wp_suspend_cache_addition() || !$this->is_valid_key($key)) {
                return false;
            }
            $group = self::group($group);
            $local = $this->local_key($key, $group);
            if (isset($this->cache[$group]) && array_key_exists($local, $this->cache[$group])) {
                return false;
            }
            if ($this->is_shared($group) && !@$this->shared->add($this->id($local, $group), $data, self::seconds($expire))
                && $this->shared->has($this->id($local, $group))) {
                return false;
            }
            $this->cache[$group][$local] = self::copy($data);
            return true;
        }

        public function replace($key, $data, $group = 'default', $expire = 0): bool
        {
            $this->get($key, $group, true, $found);
            return $found && $this->set($key, $data, $group, $expire);
        }

        public function delete($key, $group = 'default', $deprecated = false): bool
        {
            if (!$this->is_valid_key($key)) {
                return false;
            }
            $group = self::group($group);
            $key = $this->local_key($key, $group);
            $existed = isset($this->cache[$group]) && array_key_exists($key, $this->cache[$group]);
            unset($this->cache[$group][$key]);
            return $this->is_shared($group) ? $this->shared->delete($this->id($key, $group)) || $existed : $existed;
        }

        /** The value, made by the callback where there is none: once in the server, however many requests want it. A WP_Error is not kept. */
        public function remember($key, callable $callback, $group = '', $expire = 0)
        {
            $value = $this->get($key, $group, false, $found);
            if ($found || !$this->is_valid_key($key)) {
                return $found ? $value : $callback();
            }
            $group = self::group($group);
            $local = $this->local_key($key, $group);
            $ttl = static fn($made) => is_wp_error($made) ? 0 : self::seconds($expire);
            if ($this->is_shared($group)) {
                $deadline = defined('TERN_CACHE_DEADLINE') ? (float) TERN_CACHE_DEADLINE : 30.0;
                $value = $this->shared->remember($this->id($local, $group), $ttl, $callback, $deadline > 0 ? $deadline : null, true);
            } else {
                $value = $callback();
            }
            if (!is_wp_error($value)) {
                $this->cache[$group][$local] = self::copy($value);
            }
            return $value;
        }

        public function incr($key, $offset = 1, $group = 'default')
        {
            $now = $this->get($key, $group, true, $found);
            if (!$found) {
                return false;
            }
            $group = self::group($group);
            $local = $this->local_key($key, $group);
            if (!is_int($now) || !$this->is_shared($group)) {
                $sum = max(0, (is_numeric($now) ? (int) $now : 0) + (int) $offset);
                $this->set($key, $sum, $group);
                return $sum;
            }
            $id = $this->id($local, $group);
            $sum = $this->shared->increment($id, (int) $offset);
            if ($sum < 0) {
                $sum = max(0, $this->shared->increment($id, -$sum));
            }
            return $this->cache[$group][$local] = $sum;
        }

        public function decr($key, $offset = 1, $group = 'default')
        {
            return $this->incr($key, -(int) $offset, $group);
        }

        // --- many

        public function get_multiple($keys, $group = 'default', $force = false): array
        {
            $values = [];
            foreach ($keys as $key) {
                $values[$key] = $this->get($key, $group, $force);
            }
            return $values;
        }

        public function set_multiple(array $data, $group = '', $expire = 0): array
        {
            $done = [];
            foreach ($data as $key => $value) {
                $done[$key] = $this->set($key, $value, $group, $expire);
            }
            return $done;
        }

        public function add_multiple(array $data, $group = '', $expire = 0): array
        {
            $done = [];
            foreach ($data as $key => $value) {
                $done[$key] = $this->add($key, $value, $group, $expire);
            }
            return $done;
        }

        public function delete_multiple(array $keys, $group = ''): array
        {
            $done = [];
            foreach ($keys as $key) {
                $done[$key] = $this->delete($key, $group);
            }
            return $done;
        }

        // --- all

        public function flush(): bool
        {
            $this->begin_generation('');
            $this->prefixes = [];
            $this->cache = [];
            return true;
        }

        public function flush_group($group): bool
        {
            $group = self::group($group);
            $this->begin_generation($group);
            unset($this->prefixes[$group], $this->cache[$group]);
            return true;
        }

        public function flush_runtime(): bool
        {
            $this->cache = [];
            return true;
        }

        public function add_global_groups($groups): void
        {
            $this->global_groups += array_fill_keys((array) $groups, true);
        }

        public function add_non_persistent_groups($groups): void
        {
            $this->non_persistent_groups += array_fill_keys((array) $groups, true);
        }

        public function switch_to_blog($blog_id): void
        {
            $this->blog_prefix = $this->multisite ? (int) $blog_id . ':' : '';
        }

        public function stats(): void
        {
            echo "<p><strong>Cache Hits:</strong> $this->cache_hits<br /><strong>Cache Misses:</strong> $this->cache_misses<br /></p>";
        }
    }

    function wp_cache_init()
    {
        $GLOBALS['wp_object_cache'] = new WP_Object_Cache();
    }

    function wp_cache_get($key, $group = '', $force = false, &$found = null)
    {
        return $GLOBALS['wp_object_cache']->get($key, $group, $force, $found);
    }

    function wp_cache_get_multiple($keys, $group = '', $force = false)
    {
        return $GLOBALS['wp_object_cache']->get_multiple($keys, $group, $force);
    }

    function wp_cache_set($key, $data, $group = '', $expire = 0)
    {
        return $GLOBALS['wp_object_cache']->set($key, $data, $group, $expire);
    }

    function wp_cache_set_multiple(array $data, $group = '', $expire = 0)
    {
        return $GLOBALS['wp_object_cache']->set_multiple($data, $group, $expire);
    }

    function wp_cache_add($key, $data, $group = '', $expire = 0)
    {
        return $GLOBALS['wp_object_cache']->add($key, $data, $group, $expire);
    }

    function wp_cache_add_multiple(array $data, $group = '', $expire = 0)
    {
        return $GLOBALS['wp_object_cache']->add_multiple($data, $group, $expire);
    }

    function wp_cache_replace($key, $data, $group = '', $expire = 0)
    {
        return $GLOBALS['wp_object_cache']->replace($key, $data, $group, $expire);
    }

    function wp_cache_delete($key, $group = '')
    {
        return $GLOBALS['wp_object_cache']->delete($key, $group);
    }

    function wp_cache_delete_multiple(array $keys, $group = '')
    {
        return $GLOBALS['wp_object_cache']->delete_multiple($keys, $group);
    }

    function wp_cache_incr($key, $offset = 1, $group = '')
    {
        return $GLOBALS['wp_object_cache']->incr($key, $offset, $group);
    }

    function wp_cache_decr($key, $offset = 1, $group = '')
    {
        return $GLOBALS['wp_object_cache']->decr($key, $offset, $group);
    }

    /** Not of WordPress itself: the value, made by the callback once in the server. */
    function wp_cache_remember($key, $callback, $group = '', $expire = 0)
    {
        return $GLOBALS['wp_object_cache']->remember($key, $callback, $group, $expire);
    }

    function wp_cache_flush()
    {
        return $GLOBALS['wp_object_cache']->flush();
    }

    function wp_cache_flush_runtime()
    {
        return $GLOBALS['wp_object_cache']->flush_runtime();
    }

    function wp_cache_flush_group($group)
    {
        return $GLOBALS['wp_object_cache']->flush_group($group);
    }

    function wp_cache_supports($feature)
    {
        return in_array($feature, ['add_multiple', 'set_multiple', 'get_multiple', 'delete_multiple', 'flush_runtime', 'flush_group'], true);
    }

    function wp_cache_close()
    {
        return true;
    }

    function wp_cache_add_global_groups($groups)
    {
        $GLOBALS['wp_object_cache']->add_global_groups($groups);
    }

    function wp_cache_add_non_persistent_groups($groups)
    {
        $GLOBALS['wp_object_cache']->add_non_persistent_groups($groups);
    }

    function wp_cache_switch_to_blog($blog_id)
    {
        $GLOBALS['wp_object_cache']->switch_to_blog($blog_id);
    }

    function wp_cache_reset()
    {
        $GLOBALS['wp_object_cache']->flush_runtime();
    }
}
