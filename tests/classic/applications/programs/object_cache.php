<?php

declare(strict_types=1);

/** A plugin of WordPress: what the object cache does, for pages ?object-cache=NAME. */
final class ObjectCacheProbe
{
    public static function answer(): void
    {
        $name = (string) ($_GET['object-cache'] ?? '');
        if (in_array($name, ['contract', 'report', 'set', 'get', 'flush', 'flush_group', 'ends', 'queries'], true)) {
            header('Content-Type: application/json');
            echo json_encode(self::$name(), JSON_THROW_ON_ERROR);
            exit;
        }
    }

    /** What WordPress's own cache does, too. */
    private static function contract(): array
    {
        wp_cache_flush();
        return ['values' => self::values(), 'numbers' => self::numbers(), 'many' => self::many(), 'groups' => self::groups(), 'sites' => self::sites(),
            'supports' => array_map('wp_cache_supports', ['add_multiple', 'set_multiple', 'get_multiple', 'delete_multiple', 'flush_group', 'nothing'])];
    }

    private static function values(): array
    {
        $object = (object) ['a' => 1];
        $results = [wp_cache_set('object', $object, 'probe')];
        $object->a = 2;
        $copy = wp_cache_get('object', 'probe');
        $copy->a = 3;
        $results[] = wp_cache_get('object', 'probe')->a;
        foreach (['text', 0, false, null, 1.5, [1, ['b' => null]]] as $i => $value) {
            $results[] = [wp_cache_set("value $i", $value, 'probe'), wp_cache_get("value $i", 'probe', false, $found), $found, wp_cache_get("value $i", 'probe', true)];
        }
        $results[] = [wp_cache_get('missing', 'probe', false, $found), $found];
        $results[] = [wp_cache_add('added', 1, 'probe'), wp_cache_add('added', 2, 'probe'), wp_cache_get('added', 'probe'), wp_cache_add('value 3', 1, 'probe')];
        $results[] = [wp_cache_replace('missing', 1, 'probe'), wp_cache_replace('added', 3, 'probe'), wp_cache_get('added', 'probe')];
        $results[] = [wp_cache_delete('added', 'probe'), wp_cache_delete('added', 'probe'), wp_cache_get('added', 'probe')];
        $results[] = [wp_cache_set(7, 'seven', 'probe'), wp_cache_get('7', 'probe'), @wp_cache_set('', 1, 'probe'), @wp_cache_get('', 'probe')];
        $results[] = [wp_cache_set('key', 'default'), wp_cache_get('key', 'default'), wp_cache_get('key', 'probe')];
        $results[] = [wp_cache_set('large', str_repeat('x', 3_000_000), 'probe'), strlen(wp_cache_get('large', 'probe'))];
        $results[] = [wp_cache_set($long = str_repeat('long', 1000), 'long', 'probe'), wp_cache_get($long, 'probe', true)];
        wp_suspend_cache_addition(true);
        $results[] = [wp_cache_add('suspended', 1, 'probe'), wp_cache_set('suspended', 2, 'probe'), wp_cache_get('suspended', 'probe')];
        wp_suspend_cache_addition(false);
        return $results;
    }

    private static function numbers(): array
    {
        wp_cache_set('n', 5, 'probe');
        wp_cache_set('text', 'no number', 'probe');
        wp_cache_set('digits', '8', 'probe');
        return [wp_cache_incr('n', 1, 'probe'), wp_cache_incr('n', 10, 'probe'), wp_cache_decr('n', 4, 'probe'), wp_cache_get('n', 'probe'),
            wp_cache_decr('n', 100, 'probe'), wp_cache_get('n', 'probe', true), wp_cache_incr('missing', 1, 'probe'), wp_cache_decr('missing', 1, 'probe'),
            wp_cache_incr('text', 2, 'probe'), wp_cache_get('text', 'probe'), wp_cache_incr('digits', 1, 'probe'), wp_cache_decr('digits', 2, 'probe')];
    }

    private static function many(): array
    {
        return [wp_cache_set_multiple(['a' => 1, 'b' => 2], 'probe'), wp_cache_add_multiple(['b' => 3, 'c' => 4], 'probe'),
            wp_cache_get_multiple(['a', 'b', 'c', 'd'], 'probe'), wp_cache_delete_multiple(['a', 'd'], 'probe'), wp_cache_get_multiple(['a', 'b'], 'probe', true)];
    }

    private static function groups(): array
    {
        wp_cache_set('key', 'one', 'one');
        wp_cache_set('key', 'two', 'two');
        wp_cache_add_non_persistent_groups(['own', 'mine']);
        wp_cache_add_non_persistent_groups('ours');
        $results = [wp_cache_get('key', 'one'), wp_cache_get('key', 'two'), wp_cache_flush_group('one'), wp_cache_get('key', 'one'), wp_cache_get('key', 'two')];
        return [...$results, wp_cache_add('key', 1, 'own'), wp_cache_add('key', 2, 'own'), wp_cache_get('key', 'own', true), wp_cache_incr('key', 5, 'own'),
            wp_cache_delete('key', 'own'), wp_cache_get('key', 'own')];
    }

    /** As in a network of sites. */
    private static function sites(): array
    {
        $multisite = new ReflectionProperty($GLOBALS['wp_object_cache'], 'multisite');
        $multisite->setAccessible(true);
        $multisite->setValue($GLOBALS['wp_object_cache'], true);
        wp_cache_add_global_groups(['everywhere']);
        $results = [];
        foreach ([2, 3, 2] as $site) {
            wp_cache_switch_to_blog($site);
            $results[] = [wp_cache_add('key', $site, 'probe of sites'), wp_cache_get('key', 'probe of sites'), wp_cache_add('key', $site, 'everywhere'),
                wp_cache_get('key', 'everywhere')];
        }
        $multisite->setValue($GLOBALS['wp_object_cache'], false);
        wp_cache_switch_to_blog(1);
        return [...$results, wp_cache_get('key', 'probe of sites')];
    }

    /** It is computed when so many requests have asked for it. */
    private static function report(): array
    {
        Tern\Cache::shared()->increment('asked');
        $report = wp_cache_remember('report', static function (): string {
            while (Tern\Cache::shared()->get('asked') < $_GET['requests']) {
                usleep(1000);
            }
            return $GLOBALS['wpdb']->get_var("SELECT 'wordpress' AS report, COUNT(*) FROM {$GLOBALS['wpdb']->posts}");
        }, 'reports', 60);
        return [$report, getmypid()];
    }

    private static function set(): array
    {
        return [wp_cache_set('kept', $_GET['value'], 'one', 60), wp_cache_set('kept', $_GET['value'], 'two')];
    }

    private static function get(): array
    {
        return [wp_cache_get('kept', 'one'), wp_cache_get('kept', 'two'), getmypid()];
    }

    private static function flush(): array
    {
        return [wp_cache_flush()];
    }

    private static function flush_group(): array
    {
        return [wp_cache_flush_group('one')];
    }

    /** The first page that computes ends in this way; the next one computes. */
    private static function ends(): array
    {
        $how = $_GET['how'];
        return [wp_cache_remember("ends by $how", static function () use ($how): string {
            if (Tern\Cache::shared()->add("ended by $how", true)) {
                match ($how) {
                    'exit' => exit('exit'),
                    'error' => trigger_error('a fatal error', E_USER_ERROR),
                    'exception' => throw new RuntimeException('thrown'),
                    'kill' => posix_kill(getmypid(), SIGKILL),
                };
            }
            return 'computed by the next one';
        }, 'reports', 60)];
    }

    private static function queries(): array
    {
        new WP_Query(['posts_per_page' => 5]);
        get_option('siteurl');
        get_user_by('id', 1);
        return [get_num_queries(), wp_using_ext_object_cache() === true];
    }
}

add_action('init', [ObjectCacheProbe::class, 'answer']);
